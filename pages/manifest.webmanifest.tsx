/** How a device installs the site: a document, not a page. */
import { definePage } from '@web/shell/define-page';
import { faultLayout } from '@web/shell/fault-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';
import { manifestOf } from '@web/shell/server/manifest';

export default definePage({
  access: 'open',
  helper: 'any',
  forNobody: true,
  forbidsRedirect: true,
  layout: faultLayout,
  load: async ({ services }) => ({ document: manifestOf(await services.site['GET /settings/public']()) }),
  screen: NotFoundScreen,
});
