/** The endpoints of personal data. */
import { AcceptedResponse, serve } from '../../platform/http/serve';
import { requestDeletion, deletionOf, cancelDeletion } from './deletion';
import { requestExport, exportOf } from './export';

export const privacyRoutes = serve({
  'POST /account/export': async ({ actor }, ctx) => new AcceptedResponse(await requestExport(ctx, actor)),
  'GET /account/export': ({ actor }, ctx) => exportOf(ctx, actor),
  'GET /account/deletion': ({ actor }, ctx) => deletionOf(ctx, actor),
  'POST /account/deletion': async ({ actor, client, body }, ctx) => ({
    deletesAt: await requestDeletion(ctx, actor, client, body.currentPassword),
  }),
  'DELETE /account/deletion': async ({ actor, client }, ctx) => {
    await cancelDeletion(ctx, actor, client);
    return { cancelled: true };
  },
});
