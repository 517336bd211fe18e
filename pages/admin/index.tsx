/** The operators' console: how the site is doing, and what waits. */
import { lastNightRead } from '@web/features/console/books/reads';
import { OverviewScreen } from '@web/features/console/overview/overview-screen';
import { isCountable, overviewRight, statisticsRead } from '@web/features/console/overview/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query, viewer }) => {
    if (viewer?.rights.includes(overviewRight) !== true) return undefined;
    await Promise.all([
      isCountable(query) && read('GET /admin/statistics', statisticsRead(query)),
      viewer.rights.includes('money.read') && read('GET /admin/ledger/checks', lastNightRead),
      viewer.rights.includes('countries.change') && read('GET /admin/blocked-countries', {}),
    ]);
    return undefined;
  },
  screen: OverviewScreen,
});
