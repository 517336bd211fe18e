/** All performers. */
import { PerformersScreen } from '@web/features/console/performers-table';
import { performersRead } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/performers/search', performersRead(query));
    return undefined;
  },
  screen: PerformersScreen,
});
