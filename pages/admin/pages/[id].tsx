/** The editor of a page or news post. */
import { byId } from '@web/features/console/parts/requests';
import { PageScreen } from '@web/features/console/site-pages/page-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/posts/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: PageScreen,
});
