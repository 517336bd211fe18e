/** The operators' console: what waits. */
import type { Right } from '@contract/rights';
import { OverviewScreen } from '@web/features/console/overview';
import { waitingPayouts } from '@web/features/console/money-reads';
import { counts, waitingRead } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, viewer }) => {
    const may = (right: Right) => viewer?.rights.includes(right) === true;
    await Promise.all([
      may('people.read') && read('GET /admin/performers/search', waitingRead),
      may('payouts.decide') && read('GET /admin/payout-requests/search', waitingPayouts),
      may('people.read') && read('GET /admin/users/search', counts.people),
      may('people.read') && read('GET /admin/users/search', counts.suspended),
      may('countries.change') && read('GET /admin/blocked-countries', {}),
    ]);
    return undefined;
  },
  screen: OverviewScreen,
});
