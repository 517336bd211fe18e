/** An email in the outbox. */
import { MailScreen } from '@web/features/console/mails/mail-page';
import { byId } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/mails/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: MailScreen,
});
