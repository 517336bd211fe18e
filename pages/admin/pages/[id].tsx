/** One page that operators write. */
import { byId } from '@web/features/console/reads';
import { PageScreen } from '@web/features/console/site-pages/page-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/posts/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: PageScreen,
});
