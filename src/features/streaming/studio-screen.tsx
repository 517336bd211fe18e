/** The studio's page: what every performer sees of it at once. */
import dynamic from 'next/dynamic';
import { profilePath } from '@web/lib/paths';
import { useCurrentUser } from '@web/session/hooks';
import { VerifiedOnly } from '@web/session/verified-only';
import { PageHead } from '@web/ui/page-head';
import { Stage } from '@web/ui/stage';
import { Skeleton } from '@web/ui/states';
import { openingStudio } from './studio-words';

const Studio = dynamic(() => import('./studio').then((loaded) => loaded.Studio), {
  ssr: false,
  loading: () => <Skeleton shape="card" label={openingStudio()} />,
});

export function StudioScreen() {
  const user = useCurrentUser();
  const back = user === null ? '/' : profilePath({ id: user._id, username: user.username });
  return (
    <Stage>
      <PageHead title="Studio" back={{ href: back, label: 'Back to your page' }} noindex />
      <VerifiedOnly>
        <Studio />
      </VerifiedOnly>
    </Stage>
  );
}
