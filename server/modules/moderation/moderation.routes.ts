/** The endpoints of decisions. */
import { serve } from '../../http/serve';
import { giveBack, takeDown } from './content';
import { searchContent } from './find';
import { ownDecision } from './rows';

export const moderationRoutes = serve({
  'GET /decisions/:id': ({ actor, params }, ctx) => ownDecision(ctx, actor.id, params.id),
  'GET /admin/content/:type/search': ({ params, query }, ctx) => searchContent(ctx, params.type, query),
  'POST /admin/content/:type/:id/hide': ({ actor, client, params, body }, ctx) => takeDown(ctx, { actor, client, ...params, ...body }),
  'POST /admin/content/:type/:id/restore': ({ actor, client, params, body }, ctx) => giveBack(ctx, { actor, client, ...params, ...body }),
});
