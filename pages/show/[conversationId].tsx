/** A private show, in browsers only: what it shows depends on their devices. */
import { definePage } from '@web/shell/define-page';
import { Skeleton } from '@web/ui/states';
import dynamic from 'next/dynamic';

const PrivateShow = dynamic(() => import('@web/shell/private-show').then((loaded) => loaded.PrivateShow), {
  ssr: false,
  loading: () => <Skeleton shape="card" label="Opening the show…" />,
});

export default definePage({ access: 'login', layout: 'blank', screen: () => <PrivateShow /> });
