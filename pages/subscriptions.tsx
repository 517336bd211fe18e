/** A fan's subscriptions. */
import { renewingRead, subscriptionsRead } from '@web/features/subscriptions/reads';
import { SubscriptionsScreen } from '@web/features/money/subscriptions/subscriptions-screen';
import { walletParts } from '@web/features/wallet/parts';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'fan',
  load: async ({ read, query }) => {
    await Promise.all([
      read('GET /subscriptions/user/search', subscriptionsRead(query)),
      read('GET /subscriptions/user/search', renewingRead),
    ]);
    return undefined;
  },
  screen: () => <SubscriptionsScreen parts={walletParts} />,
});
