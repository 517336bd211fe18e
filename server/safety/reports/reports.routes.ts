/** Endpoints of reports. */
import { serve } from '../../platform/http/serve';
import { reportDetail, searchReports } from './find';
import { resolveReport, assignReport } from './resolve';
import { createReport } from './write';

export const reportRoutes = serve({
  'POST /reports': ({ actor, client, body }, ctx) => createReport(ctx, actor, client, body),
  'GET /admin/reports/search': ({ query }, ctx) => searchReports(ctx, query),
  'GET /admin/reports/:id': ({ actor, client, params }, ctx) => reportDetail(ctx, actor, client, params.id),
  'POST /admin/reports/:id/take': ({ actor, client, params, body }, ctx) => assignReport(ctx, { actor, client }, params.id, body.isTaken),
  'POST /admin/reports/:id/resolve': ({ actor, client, params, body: { action, note = '' } }, ctx) =>
    resolveReport(ctx, { actor, client }, params.id, { action, note }),
});
