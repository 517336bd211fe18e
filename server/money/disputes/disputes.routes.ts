/** Endpoints for disputes. */
import { serve } from '../../platform/http/serve';
import { acceptDispute, saveEvidence, submitEvidence } from './answer';
import { readDispute, searchDisputes } from './rows';

export const disputeRoutes = serve({
  'GET /admin/disputes/search': ({ query }, ctx) => searchDisputes(ctx, query),
  'GET /admin/disputes/:id': ({ params }, ctx) => readDispute(ctx, params.id),
  'PUT /admin/disputes/:id/evidence': ({ actor, client, params, body }, ctx) => saveEvidence(ctx, { actor, client }, params.id, body),
  'POST /admin/disputes/:id/submit': ({ actor, client, params, body, idempotentRequest }, ctx) =>
    submitEvidence(ctx, { actor, client }, idempotentRequest, params.id, body),
  'POST /admin/disputes/:id/accept': ({ actor, client, params, idempotentRequest }, ctx) =>
    acceptDispute(ctx, { actor, client }, idempotentRequest, params.id),
});
