/** The endpoints of payouts: the performer's, and those by which operators decide and pay. */
import { serve } from '../../platform/http/serve';
import { assertProven } from '../../people/sessions/sessions';
import { batchDone, batchFile, dissolveBatch, makeBatch, searchBatches, viewBatch } from './batches';
import { connectGateway } from './connect';
import { approvePayout, rejectPayout } from './decide';
import { openDestination } from './destination';
import { calculatePayout, openPayout, searchPayouts, viewPayout } from './find';
import { payPayout } from '../../modules/payouts/pay';
import { saleLines, searchSales } from './sales';
import { changePayout, requestPayout } from './request';

export const payoutRoutes = serve({
  'POST /payout-requests/calculate': ({ actor, body }, ctx) => calculatePayout(ctx, actor.id, body.amount ?? 0n),
  'POST /payout-requests': ({ actor, body, once }) => once((tx) => requestPayout(tx, actor.id, body)),
  'PUT /payout-requests/:id': ({ actor, params, body, once }) => once((tx) => changePayout(tx, actor.id, params.id, body)),
  'GET /payout-requests/search': ({ actor, query }, ctx) => searchPayouts(ctx, { ...query, performerId: actor.id }),
  'GET /payout-requests/:id/view': ({ actor, params }, ctx) => viewPayout(ctx, actor, params.id),
  'GET /payout-requests/:id/sales': ({ actor, params, query }, ctx) => searchSales(ctx, actor, params.id, query),
  'GET /payout-requests/:id/statement': ({ actor, params }, ctx) => saleLines(ctx, actor, params.id),
  'GET /payout-requests/check/pending-review': async ({ actor }, ctx) => {
    const payoutRequest = await openPayout(ctx, actor.id);
    return { isPending: payoutRequest !== null, payoutRequest };
  },
  'POST /stripe/accounts': ({ actor, body }, ctx) => connectGateway(ctx, actor.id, body.returnUrl),
  'GET /admin/payout-requests/search': ({ query }, ctx) => searchPayouts(ctx, query),
  'POST /admin/payout-requests/:id/approve': async ({ actor, client, params, body }, ctx) => {
    await assertProven(ctx, actor);
    return approvePayout(ctx, { actor, client }, params.id, body.note);
  },
  'POST /admin/payout-requests/:id/reject': async ({ actor, client, params, body }, ctx) => {
    await assertProven(ctx, actor);
    return rejectPayout(ctx, { actor, client }, params.id, body.note);
  },
  'POST /admin/payout-requests/:id/done': async ({ actor, client, params, body, intention }, ctx) => {
    await assertProven(ctx, actor);
    return payPayout(ctx, { actor, client }, intention, params.id, body.reference);
  },
  'POST /admin/payout-requests/:id/destination': async ({ actor, client, params }, ctx) => {
    await assertProven(ctx, actor);
    return openDestination(ctx, { actor, client }, params.id);
  },
  'GET /admin/payout-batches/search': ({ query }, ctx) => searchBatches(ctx, query),
  'GET /admin/payout-batches/:id/view': ({ params }, ctx) => viewBatch(ctx, params.id),
  'POST /admin/payout-batches': async ({ actor, client, body, once }, ctx) => {
    await assertProven(ctx, actor);
    return once((tx) => makeBatch(tx, { actor, client }, body));
  },
  'POST /admin/payout-batches/:id/file': async ({ actor, client, params }, ctx) => {
    await assertProven(ctx, actor);
    return batchFile(ctx, { actor, client }, params.id);
  },
  'POST /admin/payout-batches/:id/done': async ({ actor, client, params, body }, ctx) => {
    await assertProven(ctx, actor);
    return batchDone(ctx, { actor, client }, params.id, body.reference);
  },
  'POST /admin/payout-batches/:id/dissolve': async ({ actor, client, params }, ctx) => {
    await assertProven(ctx, actor);
    return dissolveBatch(ctx, { actor, client }, params.id);
  },
});
