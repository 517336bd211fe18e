/** Messages of the contact form. */
import { inboxRead } from '@web/features/console/desk/desk-reads';
import { InboxScreen } from '@web/features/console/operations/inbox-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/inbox/search', inboxRead(query));
    return undefined;
  },
  screen: InboxScreen,
});
