/** The web app manifest: a document, not a page. */
import { definePage } from '@web/shell/page/define-page';
import { errorLayout } from '@web/shell/errors/error-layout';
import { NotFoundScreen } from '@web/shell/errors/error-screen';
import { manifestOf } from '@web/shell/server/manifest';

export default definePage({
  access: 'open',
  delegateRight: 'any',
  isAccountless: true,
  forbidsRedirect: true,
  layout: errorLayout,
  load: async ({ services }) => ({ document: manifestOf(await services.site['GET /settings/public']()) }),
  screen: NotFoundScreen,
});
