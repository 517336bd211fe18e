/** The site's menus. */
import { MenusScreen } from '@web/features/console/site-pages/menus-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/menus', {});
    return undefined;
  },
  screen: MenusScreen,
});
