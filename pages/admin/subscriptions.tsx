/** All subscriptions. */
import { subscriptionsRead } from '@web/features/console/parts/money-requests';
import { SubscriptionsScreen } from '@web/features/console/money/subscriptions-table';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/subscriptions/search', subscriptionsRead(query));
    return undefined;
  },
  screen: SubscriptionsScreen,
});
