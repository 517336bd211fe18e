/** Operator endpoints for bounced mail. */
import { serve } from '../../platform/http/serve';
import { clearAddress, mailHealth, searchUndeliverable } from './addresses';

export const bounceRoutes = serve({
  'GET /admin/mails/health': (_request, ctx) => mailHealth(ctx),
  'GET /admin/mails/undeliverable/search': ({ query }, ctx) => searchUndeliverable(ctx, query),
  'DELETE /admin/mails/undeliverable/:id': async ({ actor, client, params }, ctx) => {
    await clearAddress(ctx, actor, client, params.id);
    return { cleared: true as const };
  },
});
