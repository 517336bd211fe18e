/** The endpoints of helpers and of those whom they help. */
import { serve } from '../../platform/http/serve';
import { acceptHelp, changeHelper, inviteHelper, leaveHelp, removeHelper, viewInvitation } from './membership';
import { helpedBy, helpersOf } from './rows';
import { beginWork, helperActsOf } from './delegate-sessions';

export const helpingRoutes = serve({
  'GET /performer/helpers': ({ actor }, ctx) => helpersOf(ctx, actor.id),
  'POST /performer/helpers': ({ actor, client, body }, ctx) => inviteHelper(ctx, actor, client, body),
  'GET /performer/helpers/acts': ({ actor, query }, ctx) => helperActsOf(ctx, actor.id, query),
  'PUT /performer/helpers/:id': ({ actor, client, params, body }, ctx) => changeHelper(ctx, actor, client, params.id, body.rights),
  'DELETE /performer/helpers/:id': async ({ actor, client, params }, ctx) => {
    await removeHelper(ctx, actor, client, params.id);
    return { removed: true };
  },
  'GET /helping': ({ actor }, ctx) => helpedBy(ctx, actor.id),
  'GET /helping/invitation': ({ actor, query }, ctx) => viewInvitation(ctx, actor, query.token),
  'POST /helping/accept': ({ actor, client, body }, ctx) => acceptHelp(ctx, actor, client, body.token),
  'POST /helping/:id/begin': ({ actor, client, params, respond }, ctx) => beginWork(ctx, actor, client, params.id, respond),
  'DELETE /helping/:id': async ({ actor, client, params }, ctx) => {
    await leaveHelp(ctx, actor, client, params.id);
    return { removed: true };
  },
});
