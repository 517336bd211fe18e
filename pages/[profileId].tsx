/** A performer's page, by username; an id gives way to the username where there is one. */
import { profileRead } from '@web/features/profile/profile-read';
import { ProfileScreen } from '@web/features/profile/profile-screen';
import { profilePath } from '@web/lib/paths';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Screen() {
  return <ProfileScreen siteUrl={useSiteFacts().siteUrl} />;
}

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    const profileId = query['profileId'] ?? '';
    const profile = await read('GET /performers/:id', profileRead(profileId));
    const path = profilePath({ id: profile._id, username: profile.username });
    return path === profilePath({ id: profileId }) ? undefined : { redirect: path };
  },
  screen: Screen,
});
