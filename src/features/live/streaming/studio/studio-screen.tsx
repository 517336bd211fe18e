/** The studio's page: the part that every performer sees without waiting for the devices. */
import dynamic from 'next/dynamic';
import { profilePath } from '@web/lib/paths';
import { useCurrentUser } from '@web/session/store/hooks';
import { VerifiedOnly } from '@web/session/verified-only';
import { PageHead } from '@web/ui/page/page-head';
import { Stage } from '@web/ui/live/stage';
import { Skeleton } from '@web/ui/feedback/states';
import { openingStudioText } from '../show-settings/studio-texts';

const Studio = dynamic(() => import('./studio').then((loaded) => loaded.Studio), {
  ssr: false,
  loading: () => <Skeleton shape="card" label={openingStudioText()} />,
});

export function StudioScreen() {
  const user = useCurrentUser();
  const back = user === null ? '/' : profilePath({ id: user._id, username: user.username });
  return (
    <Stage>
      <PageHead title="Studio" back={{ href: back, label: 'Back to your profile' }} noindex />
      <VerifiedOnly>
        <Studio />
      </VerifiedOnly>
    </Stage>
  );
}
