/** Reports of people. */
import { reportsRead } from '@web/features/console/reports/reads';
import { ReportsScreen } from '@web/features/console/reports/reports-table';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/reports/search', reportsRead(query));
    return undefined;
  },
  screen: ReportsScreen,
});
