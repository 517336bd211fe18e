/** Payout requests of all performers. */
import { payoutsRead } from '@web/features/console/money-reads';
import { PayoutsScreen } from '@web/features/console/payouts-table';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/payout-requests/search', payoutsRead(query));
    return undefined;
  },
  screen: PayoutsScreen,
});
