/** The site's promotions. */
import { PromosScreen } from '@web/features/console/promos/promos-screen';
import { promosRequest } from '@web/features/console/promos/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/site-promos/search', promosRequest(query));
    return undefined;
  },
  screen: PromosScreen,
});
