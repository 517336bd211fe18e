/** How a device installs the site: a document, not a page. */
import { siteService } from '@web/services/site.service';
import { definePage } from '@web/shell/define-page';
import { faultLayout } from '@web/shell/fault-layout';
import { NotFoundScreen } from '@web/shell/fault-screen';
import { manifestOf } from '@web/shell/manifest';

export default definePage({
  access: 'open',
  helper: 'any',
  forNobody: true,
  forbidsRedirect: true,
  layout: faultLayout,
  load: async ({ call }) => ({ document: manifestOf(await siteService.as(call).settings()) }),
  screen: NotFoundScreen,
});
