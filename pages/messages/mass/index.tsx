/** A performer's messages to many fans. */
import { MassScreen } from '@web/features/talk/messages/mass/mass-screen';
import { massRead } from '@web/features/messages/mass-words';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    await read('GET /mass-messages', massRead(query));
    return undefined;
  },
  screen: MassScreen,
});
