/** Endpoints for charges, wallet statements and spending. */
import { serve } from '../../platform/http/serve';
import { purchaseStatementDetail } from '../earnings/statement-details';
import { walletOf } from '../ledger/chart';
import { statement } from '../ledger/statement';
import { chargeCsvLines, searchCharges } from './find';
import { spendingOf } from './spending';

export const chargeRoutes = serve({
  'GET /wallet/charges/search': ({ actor, query }, ctx) => searchCharges(ctx, 'buyer', { ...query, userId: actor.id }),
  'GET /wallet/statement': ({ actor, query }, ctx) => Promise.resolve(statement(ctx, walletOf(actor.id), query, purchaseStatementDetail)),
  'GET /wallet/spending': ({ actor }, ctx) => spendingOf(ctx, actor.id),
  'GET /admin/charges/search': ({ query }, ctx) => searchCharges(ctx, 'operator', query),
  'GET /admin/charges/csv': ({ query }, ctx) => Promise.resolve(chargeCsvLines(ctx, query)),
});
