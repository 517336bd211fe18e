/** Reports from people. */
import { reportsRequest } from '@web/features/console/reports/requests';
import { ReportsScreen } from '@web/features/console/reports/reports-table';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/reports/search', reportsRequest(query));
    return undefined;
  },
  screen: ReportsScreen,
});
