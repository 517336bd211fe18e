/** Payout requests of all performers, and batch payment files. */
import { batchesRequest, payoutsRequest, payoutTabOf, unbatchedPayoutsRequest } from '@web/features/console/parts/money-requests';
import { PayoutsScreen } from '@web/features/console/payouts/payouts-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    if (payoutTabOf(query) === 'requests') await read('GET /admin/payout-requests/search', payoutsRequest(query));
    else
      await Promise.all([
        read('GET /admin/payout-requests/search', unbatchedPayoutsRequest),
        read('GET /admin/payout-batches/search', batchesRequest(query)),
      ]);
    return undefined;
  },
  screen: PayoutsScreen,
});
