/** Endpoints of delegates and of performers who have delegates. */
import { serve } from '../../platform/http/serve';
import { acceptDelegation, changeDelegate, inviteDelegate, leaveDelegation, removeDelegate, viewInvitation } from './membership';
import { acceptedDelegations, listDelegates } from './rows';
import { beginDelegateSession, listDelegateActions } from './delegate-sessions';

export const delegationRoutes = serve({
  'GET /performer/helpers': ({ actor }, ctx) => listDelegates(ctx, actor.id),
  'POST /performer/helpers': ({ actor, client, body }, ctx) => inviteDelegate(ctx, actor, client, body),
  'GET /performer/helpers/acts': ({ actor, query }, ctx) => listDelegateActions(ctx, actor.id, query),
  'PUT /performer/helpers/:id': ({ actor, client, params, body }, ctx) => changeDelegate(ctx, actor, client, params.id, body.rights),
  'DELETE /performer/helpers/:id': async ({ actor, client, params }, ctx) => {
    await removeDelegate(ctx, actor, client, params.id);
    return { removed: true };
  },
  'GET /helping': ({ actor }, ctx) => acceptedDelegations(ctx, actor.id),
  'GET /helping/invitation': ({ actor, query }, ctx) => viewInvitation(ctx, actor, query.token),
  'POST /helping/accept': ({ actor, client, body }, ctx) => acceptDelegation(ctx, actor, client, body.token),
  'POST /helping/:id/begin': ({ actor, client, params, cookieSetter }, ctx) =>
    beginDelegateSession(ctx, actor, client, params.id, cookieSetter),
  'DELETE /helping/:id': async ({ actor, client, params }, ctx) => {
    await leaveDelegation(ctx, actor, client, params.id);
    return { removed: true };
  },
});
