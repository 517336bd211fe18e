/** What the site's operators wrote: terms, privacy and the like. */
import { postRead } from '@web/features/site-pages/post-read';
import { StaticPageScreen } from '@web/features/content/site-pages/static-page';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'open',
  layout: 'public',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    await read('GET /posts/:id', postRead(query['slug'] ?? ''));
    return undefined;
  },
  screen: StaticPageScreen,
});
