/** The endpoints of what the site keeps about a person. */
import { Continuing, serve } from '../../platform/http/serve';
import { askForDeletion, deletionOf, keepAccount } from './deletion';
import { askForExport, exportOf } from './export';

export const privacyRoutes = serve({
  'POST /account/export': async ({ actor }, ctx) => new Continuing(await askForExport(ctx, actor)),
  'GET /account/export': ({ actor }, ctx) => exportOf(ctx, actor),
  'GET /account/deletion': ({ actor }, ctx) => deletionOf(ctx, actor),
  'POST /account/deletion': async ({ actor, client, body }, ctx) => ({
    deletesAt: await askForDeletion(ctx, actor, client, body.currentPassword),
  }),
  'DELETE /account/deletion': async ({ actor, client }, ctx) => {
    await keepAccount(ctx, actor, client);
    return { cancelled: true };
  },
});
