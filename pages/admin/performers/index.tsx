/** All performers. */
import { PerformersScreen } from '@web/features/console/people/performers-table';
import { performersRead, waitingRead } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await Promise.all([read('GET /admin/performers/search', performersRead(query)), read('GET /admin/performers/search', waitingRead)]);
    return undefined;
  },
  screen: PerformersScreen,
});
