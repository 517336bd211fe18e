/** The endpoints of webhooks. */
import { serve } from '../../platform/http/serve';
import { replayDelivery, searchDeliveries } from './deliveries';
import { addWebhook, changeWebhook, listWebhooks, removeWebhook } from './manage';

export const webhookRoutes = serve({
  'GET /admin/webhooks': (_request, ctx) => listWebhooks(ctx),
  'POST /admin/webhooks': ({ actor, client, body }, ctx) => addWebhook(ctx, actor, client, body),
  'PUT /admin/webhooks/:id': ({ actor, client, params, body }, ctx) => changeWebhook(ctx, actor, client, params.id, body),
  'DELETE /admin/webhooks/:id': async ({ actor, client, params }, ctx) => {
    await removeWebhook(ctx, actor, client, params.id);
    return { deleted: true };
  },
  'GET /admin/webhooks/deliveries/search': ({ query }, ctx) => searchDeliveries(ctx, query),
  'POST /admin/webhooks/deliveries/:id/replay': ({ actor, client, params }, ctx) => replayDelivery(ctx, actor, client, params.id),
});
