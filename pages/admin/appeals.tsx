/** What people say against decisions. */
import { appealsRead } from '@web/features/console/appeals/reads';
import { AppealsScreen } from '@web/features/console/appeals/appeals-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/appeals/search', appealsRead(query));
    return undefined;
  },
  screen: AppealsScreen,
});
