/** The list of public addresses for search engines: a document, not a page. */
import { sitemap } from '@web/features/content/search-engines/sitemap';
import { definePage } from '@web/shell/define-page';
import { faultLayout } from '@web/shell/fault-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  layout: faultLayout,
  load: async ({ services, siteUrl, query }) => {
    const document = await sitemap(services, siteUrl, query['of']);
    return document === null ? { status: 404 } : { document };
  },
  screen: NotFoundScreen,
});
