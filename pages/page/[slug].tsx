/** A page by the operators, such as terms and privacy. */
import { staticPageRequest } from '@web/features/content/site-pages/requests';
import { StaticPageScreen } from '@web/features/content/site-pages/static-page';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'open',
  layout: 'public',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    await read('GET /posts/:id', staticPageRequest(query['slug'] ?? ''));
    return undefined;
  },
  screen: StaticPageScreen,
});
