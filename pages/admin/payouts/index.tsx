/** Payout requests of all performers, and the files by which many are paid. */
import { batchesRead, payoutsRead, payoutTabOf, waitingRead } from '@web/features/console/parts/money-requests';
import { PayoutsScreen } from '@web/features/console/payouts/payouts-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    if (payoutTabOf(query) === 'requests') await read('GET /admin/payout-requests/search', payoutsRead(query));
    else
      await Promise.all([
        read('GET /admin/payout-requests/search', waitingRead),
        read('GET /admin/payout-batches/search', batchesRead(query)),
      ]);
    return undefined;
  },
  screen: PayoutsScreen,
});
