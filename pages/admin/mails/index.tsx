/** The outbox of emails. It is only used on sites without a mail server. */
import { MailsScreen } from '@web/features/console/mails/mails-table';
import { mailsRequest } from '@web/features/console/parts/requests';
import { ApiError } from '@web/services/api-error';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    try {
      await read('GET /admin/mails/search', mailsRequest(query));
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.error === 'mail_not_found')) throw thrown;
    }
    return undefined;
  },
  screen: MailsScreen,
});
