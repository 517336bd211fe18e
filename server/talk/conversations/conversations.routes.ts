/** Endpoints of conversations. */
import { inTransaction } from '../../platform/context';
import { serve } from '../../platform/http/serve';
import { listConversations, searchConversations, viewConversation } from './find';
import { setMuted } from './read-marks';
import { openConversation } from './open';

export const conversationRoutes = serve({
  'GET /conversations': ({ actor, client, query }, ctx) => listConversations(ctx, actor, client, query),
  'POST /conversations': ({ actor, client, body }, ctx) => inTransaction(ctx, (tx) => openConversation(tx, actor, client, body)),
  'GET /conversations/search': ({ actor, client, query }, ctx) => searchConversations(ctx, actor, client, query),
  'GET /conversations/:id': ({ actor, client, params }, ctx) => viewConversation(ctx, actor, client, params.id),
  'PUT /conversations/:id': async ({ actor, client, params, body }, ctx) => {
    await inTransaction(ctx, (tx) => setMuted(tx, actor, params.id, body.isMuted));
    return viewConversation(ctx, actor, client, params.id);
  },
});
