/** Messages from the contact form. */
import { inboxRequest } from '@web/features/console/operations/requests';
import { InboxScreen } from '@web/features/console/operations/inbox-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/inbox/search', inboxRequest(query));
    return undefined;
  },
  screen: InboxScreen,
});
