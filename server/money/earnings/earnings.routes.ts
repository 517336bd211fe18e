/** Endpoints for performers' earnings. */
import { serve } from '../../platform/http/serve';
import { earningsOf } from '../ledger/chart';
import { statement } from '../ledger/statement';
import { earningCsvLines, searchEarnings } from './find';
import { saleStatementDetail } from './statement-details';
import { earningStats, holdingsOf } from './stats';

export const earningRoutes = serve({
  'GET /performer/earning/stats': async ({ actor, query }, ctx) => ({
    ...(await earningStats(ctx, { ...query, performerId: actor.id })),
    ...(await holdingsOf(ctx, actor.id)),
  }),
  'GET /performer/earning/search': ({ actor, query }, ctx) => searchEarnings(ctx, { ...query, performerId: actor.id }),
  'GET /performer/earning/statement': ({ actor, query }, ctx) =>
    Promise.resolve(statement(ctx, earningsOf(actor.id), query, saleStatementDetail)),
  'GET /admin/earnings/search': ({ query }, ctx) => searchEarnings(ctx, query),
  'GET /admin/earnings/csv': ({ query }, ctx) => Promise.resolve(earningCsvLines(ctx, query)),
  'GET /admin/earnings/stats': ({ query }, ctx) => earningStats(ctx, query),
});
