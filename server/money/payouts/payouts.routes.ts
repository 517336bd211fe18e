/** Endpoints for payouts: performers' requests, and operators' decisions and payments. */
import { serve } from '../../platform/http/serve';
import { assertReauthenticated } from '../../people/sessions/sessions';
import { markBatchDone, batchFile, dissolveBatch, createBatch, searchBatches, viewBatch } from './batches';
import { connectGateway } from './connect';
import { approvePayout, rejectPayout } from './decide';
import { revealDestination } from './destination';
import { calculatePayout, openPayout, searchPayouts, viewPayout } from './find';
import { payPayoutRequest } from './pay';
import { saleCsvLines, searchSales } from './sales';
import { changePayout, requestPayout } from './request';

export const payoutRoutes = serve({
  'POST /payout-requests/calculate': ({ actor, body }, ctx) => calculatePayout(ctx, actor.id, body.amount ?? 0n),
  'POST /payout-requests': ({ actor, body, once }) => once((tx) => requestPayout(tx, actor.id, body)),
  'PUT /payout-requests/:id': ({ actor, params, body, once }) => once((tx) => changePayout(tx, actor.id, params.id, body)),
  'GET /payout-requests/search': ({ actor, query }, ctx) => searchPayouts(ctx, { ...query, performerId: actor.id }),
  'GET /payout-requests/:id/view': ({ actor, params }, ctx) => viewPayout(ctx, actor, params.id),
  'GET /payout-requests/:id/sales': ({ actor, params, query }, ctx) => searchSales(ctx, actor, params.id, query),
  'GET /payout-requests/:id/statement': ({ actor, params }, ctx) => saleCsvLines(ctx, actor, params.id),
  'GET /payout-requests/check/pending-review': async ({ actor }, ctx) => {
    const payoutRequest = await openPayout(ctx, actor.id);
    return { isPending: payoutRequest !== null, payoutRequest };
  },
  'POST /stripe/accounts': ({ actor, body }, ctx) => connectGateway(ctx, actor.id, body.returnUrl),
  'GET /admin/payout-requests/search': ({ query }, ctx) => searchPayouts(ctx, query),
  'POST /admin/payout-requests/:id/approve': async ({ actor, client, params, body }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return approvePayout(ctx, { actor, client }, params.id, body.note);
  },
  'POST /admin/payout-requests/:id/reject': async ({ actor, client, params, body }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return rejectPayout(ctx, { actor, client }, params.id, body.note);
  },
  'POST /admin/payout-requests/:id/done': async ({ actor, client, params, body, idempotentRequest }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return payPayoutRequest(ctx, { actor, client }, idempotentRequest, params.id, body.reference);
  },
  'POST /admin/payout-requests/:id/destination': async ({ actor, client, params }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return revealDestination(ctx, { actor, client }, params.id);
  },
  'GET /admin/payout-batches/search': ({ query }, ctx) => searchBatches(ctx, query),
  'GET /admin/payout-batches/:id/view': ({ params }, ctx) => viewBatch(ctx, params.id),
  'POST /admin/payout-batches': async ({ actor, client, body, once }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return once((tx) => createBatch(tx, { actor, client }, body));
  },
  'POST /admin/payout-batches/:id/file': async ({ actor, client, params }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return batchFile(ctx, { actor, client }, params.id);
  },
  'POST /admin/payout-batches/:id/done': async ({ actor, client, params, body }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return markBatchDone(ctx, { actor, client }, params.id, body.reference);
  },
  'POST /admin/payout-batches/:id/dissolve': async ({ actor, client, params }, ctx) => {
    await assertReauthenticated(ctx, actor);
    return dissolveBatch(ctx, { actor, client }, params.id);
  },
});
