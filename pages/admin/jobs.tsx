/** Background jobs. */
import { jobsRead } from '@web/features/console/desk/desk-reads';
import { JobsScreen } from '@web/features/console/operations/jobs-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/jobs/search', jobsRead(query));
    return undefined;
  },
  screen: JobsScreen,
});
