/** A private show. Not rendered on the server, since it depends on camera and microphone. */
import { requestOfConversation } from '@web/features/live/private-shows/requests';
import { definePage } from '@web/shell/page/define-page';
import { PageHead } from '@web/ui/page/page-head';
import { Stage } from '@web/ui/live/stage';
import { Skeleton } from '@web/ui/feedback/states';
import dynamic from 'next/dynamic';

const PrivateShow = dynamic(() => import('@web/shell/screens/private-show').then((loaded) => loaded.PrivateShow), {
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

export default definePage({
  access: 'login',
  layout: 'blank',
  load: async ({ read, query: { conversationId = '' } }) => {
    const { data } = await read('GET /streaming/private-requests', requestOfConversation(conversationId));
    return data.length === 0 ? { status: 404 } : undefined;
  },
  screen,
});
