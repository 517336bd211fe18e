/** All performers. */
import { PerformersScreen } from '@web/features/console/people/performers-table';
import { performersRequest, waitingReviewsRequest } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await Promise.all([
      read('GET /admin/performers/search', performersRequest(query)),
      read('GET /admin/performers/search', waitingReviewsRequest),
    ]);
    return undefined;
  },
  screen: PerformersScreen,
});
