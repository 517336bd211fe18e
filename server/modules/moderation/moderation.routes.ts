/** The endpoints of decisions. */
import { serve } from '../../http/serve';
import { ownDecision } from './rows';

export const moderationRoutes = serve({
  'GET /decisions/:id': ({ actor, params }, ctx) => ownDecision(ctx, actor.id, params.id),
});
