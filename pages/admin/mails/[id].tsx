/** One message of the outbox. */
import { MailScreen } from '@web/features/console/mails/mail-page';
import { byId } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/mails/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: MailScreen,
});
