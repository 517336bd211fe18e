/** The studio, in browsers only: what it shows depends on their devices, and on which window sends. */
import { definePage } from '@web/shell/define-page';
import { Skeleton } from '@web/ui/states';
import dynamic from 'next/dynamic';

const Studio = dynamic(() => import('@web/features/streaming/studio-screen').then((loaded) => loaded.StudioScreen), {
  ssr: false,
  loading: () => <Skeleton shape="card" label="Opening the studio…" />,
});

export default definePage({ access: 'performer', layout: 'blank', screen: () => <Studio /> });
