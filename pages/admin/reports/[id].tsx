/** A report. */
import { byId } from '@web/features/console/parts/requests';
import { ReportScreen } from '@web/features/console/reports/report-page';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/reports/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: ReportScreen,
});
