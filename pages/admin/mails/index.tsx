/** The mail outbox. While a mail server is set there is none, and the screen says so. */
import { MailsScreen } from '@web/features/console/mails/mails-table';
import { mailsRead } from '@web/features/console/reads';
import { Refused } from '@web/services/api-error';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    try {
      await read('GET /admin/mails/search', mailsRead(query));
    } catch (thrown) {
      if (!(thrown instanceof Refused && thrown.error === 'mail_not_found')) throw thrown;
    }
    return undefined;
  },
  screen: MailsScreen,
});
