/** The endpoints of private shows. */
import { serve } from '../../platform/http/serve';
import { accept, ask, cancel, decline, searchRequests } from './requests';
import { endFor } from './end';

export const privateShowRoutes = serve({
  'POST /streaming/private-requests': ({ actor, client, body, once }) => once((tx) => ask(tx, actor, client, body)),
  'GET /streaming/private-requests': ({ actor, query }, ctx) => searchRequests(ctx, actor, query),
  'POST /streaming/private-requests/:id/accept': ({ actor, params }, ctx) => accept(ctx, actor, params.id),
  'POST /streaming/private-requests/:id/decline': ({ actor, params }, ctx) => decline(ctx, actor, params.id),
  'POST /streaming/private-requests/:id/cancel': ({ actor, params }, ctx) => cancel(ctx, actor, params.id),
  'POST /streaming/private-requests/:id/end': ({ actor, params }, ctx) => endFor(ctx, actor, params.id),
});
