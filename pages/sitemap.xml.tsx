/** The sitemap of public URLs: a document, not a page. */
import { sitemap } from '@web/features/content/search-engines/sitemap';
import { definePage } from '@web/shell/page/define-page';
import { errorLayout } from '@web/shell/errors/error-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  layout: errorLayout,
  load: async ({ services, siteUrl, query }) => {
    const document = await sitemap(services, siteUrl, query['of']);
    return document === null ? { status: 404 } : { document };
  },
  screen: NotFoundScreen,
});
