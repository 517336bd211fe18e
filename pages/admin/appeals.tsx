/** Appeals against moderation decisions. */
import { appealsRequest } from '@web/features/console/appeals/requests';
import { AppealsScreen } from '@web/features/console/appeals/appeals-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/appeals/search', appealsRequest(query));
    return undefined;
  },
  screen: AppealsScreen,
});
