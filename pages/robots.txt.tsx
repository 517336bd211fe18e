/** robots.txt: a document, not a page. */
import { robots } from '@web/features/content/search-engines/sitemap';
import { definePage } from '@web/shell/page/define-page';
import { errorLayout } from '@web/shell/errors/error-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  layout: errorLayout,
  load: ({ siteUrl }) => Promise.resolve({ document: robots(siteUrl) }),
  screen: NotFoundScreen,
});
