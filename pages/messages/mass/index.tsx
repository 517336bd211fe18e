/** A performer's mass messages. */
import { MassScreen } from '@web/features/talk/messages/mass/mass-screen';
import { massMessagesRequest } from '@web/features/talk/messages/mass/mass-requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    await read('GET /mass-messages', massMessagesRequest(query));
    return undefined;
  },
  screen: MassScreen,
});
