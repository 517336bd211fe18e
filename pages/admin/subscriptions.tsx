/** All subscriptions. */
import { subscriptionsRequest } from '@web/features/console/parts/money-requests';
import { SubscriptionsScreen } from '@web/features/console/money/subscriptions-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/subscriptions/search', subscriptionsRequest(query));
    return undefined;
  },
  screen: SubscriptionsScreen,
});
