/** All subscriptions. */
import { subscriptionsRead } from '@web/features/console/money-reads';
import { SubscriptionsScreen } from '@web/features/console/subscriptions-table';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/subscriptions/search', subscriptionsRead(query));
    return undefined;
  },
  screen: SubscriptionsScreen,
});
