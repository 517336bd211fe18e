/** Endpoints for blocking people. */
import { inTransaction } from '../../platform/context';
import { serve } from '../../platform/http/serve';
import { blockedPeople, blockPerson, unblockPerson } from './blocks';

export const blockRoutes = serve({
  'POST /block/users': ({ actor, body }, ctx) => inTransaction(ctx, (tx) => blockPerson(tx, actor.id, body.targetId, body.reason || null)),
  'DELETE /block/users/:id': async ({ actor, params }, ctx) => {
    await inTransaction(ctx, (tx) => unblockPerson(tx, actor.id, params.id));
    return { unblocked: true };
  },
  'GET /block/users': ({ actor, query }, ctx) => blockedPeople(ctx, actor.id, query),
});
