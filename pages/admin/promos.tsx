/** Promotions of the site. */
import { PromosScreen } from '@web/features/console/promos/promos-screen';
import { promosRead } from '@web/features/console/promos/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/site-promos/search', promosRead(query));
    return undefined;
  },
  screen: PromosScreen,
});
