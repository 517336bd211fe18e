/** The console's dashboard: statistics and pending tasks. */
import { lastNightlyCheckRequest } from '@web/features/console/books/requests';
import { OverviewScreen } from '@web/features/console/overview/overview-screen';
import { isValidRange, overviewRight, statisticsRequest } from '@web/features/console/overview/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query, viewer }) => {
    if (viewer?.rights.includes(overviewRight) !== true) return undefined;
    await Promise.all([
      isValidRange(query) && read('GET /admin/statistics', statisticsRequest(query)),
      viewer.rights.includes('money.read') && read('GET /admin/ledger/checks', lastNightlyCheckRequest),
      viewer.rights.includes('countries.change') && read('GET /admin/blocked-countries', {}),
    ]);
    return undefined;
  },
  screen: OverviewScreen,
});
