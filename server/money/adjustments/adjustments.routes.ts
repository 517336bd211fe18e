/** Endpoints for balance adjustments. */
import { serve } from '../../platform/http/serve';
import { approveAdjustment, declineAdjustment, proposeAdjustment } from './decide';
import { searchAdjustments } from './find';

export const adjustmentRoutes = serve({
  'GET /admin/ledger/adjustments/search': ({ actor, query }, ctx) => searchAdjustments(ctx, actor, query),
  'POST /admin/ledger/adjustments': ({ actor, client, body, once }) => once((tx) => proposeAdjustment(tx, actor, client, body)),
  'POST /admin/ledger/adjustments/:id/approve': ({ actor, client, params }, ctx) => approveAdjustment(ctx, actor, client, params.id),
  'POST /admin/ledger/adjustments/:id/decline': ({ actor, client, params, body }, ctx) =>
    declineAdjustment(ctx, actor, client, params.id, body.note),
});
