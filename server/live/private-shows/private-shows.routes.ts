/** The endpoints of private shows. */
import { serve } from '../../platform/http/serve';
import { acceptRequest, requestPrivateShow, cancelRequest, declineRequest, searchRequests } from './requests';
import { endShowAsParticipant } from './end';

export const privateShowRoutes = serve({
  'POST /streaming/private-requests': ({ actor, client, body, once }) => once((tx) => requestPrivateShow(tx, actor, client, body)),
  'GET /streaming/private-requests': ({ actor, query }, ctx) => searchRequests(ctx, actor, query),
  'POST /streaming/private-requests/:id/accept': ({ actor, params }, ctx) => acceptRequest(ctx, actor, params.id),
  'POST /streaming/private-requests/:id/decline': ({ actor, params }, ctx) => declineRequest(ctx, actor, params.id),
  'POST /streaming/private-requests/:id/cancel': ({ actor, params }, ctx) => cancelRequest(ctx, actor, params.id),
  'POST /streaming/private-requests/:id/end': ({ actor, params }, ctx) => endShowAsParticipant(ctx, actor, params.id),
});
