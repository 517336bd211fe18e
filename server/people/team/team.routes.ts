/** Endpoints of the team. */
import { serve } from '../../platform/http/serve';
import { changeRights, removeFromTeam } from './change';
import { acceptInvitation, invite } from './invite';
import { roster } from './roster';

export const teamRoutes = serve({
  'GET /admin/team': (_request, ctx) => roster(ctx),
  'POST /admin/team': ({ actor, client, body: { email, ...grant } }, ctx) => invite(ctx, actor, client, email, grant),
  'PUT /admin/team/:id': ({ actor, client, params, body }, ctx) => changeRights(ctx, actor, client, params.id, body),
  'DELETE /admin/team/:id': async ({ actor, client, params }, ctx) => {
    await removeFromTeam(ctx, actor, client, params.id);
    return { removed: true };
  },
  'POST /team/accept': async ({ actor, client, body }, ctx) => {
    await acceptInvitation(ctx, actor, client, body.token);
    return { accepted: true };
  },
});
