/** A private show, in browsers only: what it shows depends on their devices. */
import { definePage } from '@web/shell/define-page';
import { PageHead } from '@web/ui/page/page-head';
import { Stage } from '@web/ui/live/stage';
import { Skeleton } from '@web/ui/feedback/states';
import dynamic from 'next/dynamic';

const PrivateShow = dynamic(() => import('@web/shell/private-show').then((loaded) => loaded.PrivateShow), {
  ssr: false,
  loading: () => (
    <>
      <PageHead title="Private show" noindex />
      <Skeleton shape="card" label="Opening the show…" />
    </>
  ),
});

const screen = () => (
  <Stage>
    <PrivateShow />
  </Stage>
);

export default definePage({ access: 'login', layout: 'blank', screen });
