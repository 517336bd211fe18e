/** Endpoints of API keys. */
import { serve } from '../../platform/http/serve';
import { listKeys, createKey, removeKey } from './keys';

export const keyRoutes = serve({
  'GET /admin/api-keys': (_request, ctx) => listKeys(ctx),
  'POST /admin/api-keys': ({ actor, client, body }, ctx) => createKey(ctx, actor, client, body),
  'DELETE /admin/api-keys/:id': async ({ actor, client, params }, ctx) => {
    await removeKey(ctx, actor, client, params.id);
    return { deleted: true };
  },
});
