/** The site's pages and news. */
import { PagesScreen } from '@web/features/console/site-pages/pages-screen';
import { pagesRequest } from '@web/features/console/site-pages/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/posts/search', pagesRequest(query));
    return undefined;
  },
  screen: PagesScreen,
});
