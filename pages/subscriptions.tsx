/** A fan's subscriptions. */
import { renewingRequest, subscriptionsRequest } from '@web/features/money/subscriptions/requests';
import { SubscriptionsScreen } from '@web/features/money/subscriptions/subscriptions-screen';
import { walletComponents } from '@web/features/money/wallet/parts';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    await Promise.all([
      read('GET /subscriptions/user/search', subscriptionsRequest(query)),
      read('GET /subscriptions/user/search', renewingRequest),
    ]);
    return undefined;
  },
  screen: () => <SubscriptionsScreen parts={walletComponents} />,
});
