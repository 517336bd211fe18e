/** What robots are asked to leave alone: a document, not a page. */
import { robots } from '@web/features/content/search-engines/sitemap';
import { definePage } from '@web/shell/define-page';
import { faultLayout } from '@web/shell/fault-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  layout: faultLayout,
  load: ({ siteUrl }) => Promise.resolve({ document: robots(siteUrl) }),
  screen: NotFoundScreen,
});
