/** A payout request. */
import { PayoutScreen } from '@web/features/console/payouts/payout-page';
import { byId } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /payout-requests/:id/view', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: PayoutScreen,
});
