/** A performer's page, by username; an id gives way to the username where there is one. Its owner finds her money here too. */
import { profileRead } from '@web/features/profile/profile-read';
import { ProfileScreen } from '@web/features/profile/profile-screen';
import { profilePath } from '@web/lib/paths';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';
import dynamic from 'next/dynamic';

const Subscribers = dynamic(() => import('@web/features/earnings/subscribers-panel').then((loaded) => loaded.SubscribersPanel));
const Earnings = dynamic(() => import('@web/features/earnings/earnings-panel').then((loaded) => loaded.EarningsPanel));
const Payouts = dynamic(() => import('@web/features/payouts/payouts-panel').then((loaded) => loaded.PayoutsPanel));

function Screen() {
  const { siteUrl } = useSiteFacts();
  return (
    <ProfileScreen
      siteUrl={siteUrl}
      ownerTabs={[
        { value: 'subscribers', label: 'Subscribers', panel: <Subscribers siteUrl={siteUrl} /> },
        { value: 'earnings', label: 'Earnings', panel: <Earnings /> },
        { value: 'payouts', label: 'Payouts', panel: <Payouts /> },
      ]}
    />
  );
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
