/** Pages and news that operators wrote. */
import { PagesScreen } from '@web/features/console/site-pages/pages-screen';
import { pagesRead } from '@web/features/console/writing/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/posts/search', pagesRead(query));
    return undefined;
  },
  screen: PagesScreen,
});
