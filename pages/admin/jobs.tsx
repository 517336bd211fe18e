/** Background jobs. */
import { jobsRequest } from '@web/features/console/operations/requests';
import { JobsScreen } from '@web/features/console/operations/jobs-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/jobs/search', jobsRequest(query));
    return undefined;
  },
  screen: JobsScreen,
});
