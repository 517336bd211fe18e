/** The endpoints of what the site keeps about a person. */
import { Continuing, serve } from '../../http/serve';
import { askForExport, exportOf } from './export';

export const privacyRoutes = serve({
  'POST /account/export': async ({ actor }, ctx) => new Continuing(await askForExport(ctx, actor)),
  'GET /account/export': ({ actor }, ctx) => exportOf(ctx, actor),
});
