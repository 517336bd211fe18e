/** The operators' console: what waits. */
import { OverviewScreen } from '@web/features/console/overview';
import { waitingPayouts } from '@web/features/console/money-reads';
import { counts, waitingRead } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await Promise.all([
      read('GET /admin/performers/search', waitingRead),
      read('GET /admin/payout-requests/search', waitingPayouts),
      read('GET /admin/users/search', counts.people),
      read('GET /admin/users/search', counts.suspended),
      read('GET /admin/blocked-countries', {}),
    ]);
    return undefined;
  },
  screen: OverviewScreen,
});
