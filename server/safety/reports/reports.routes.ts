/** The endpoints of reports. */
import { serve } from '../../platform/http/serve';
import { reportDetail, searchReports } from './find';
import { resolveReport, takeReport } from '../../modules/reports/resolve';
import { makeReport } from './write';

export const reportRoutes = serve({
  'POST /reports': ({ actor, client, body }, ctx) => makeReport(ctx, actor, client, body),
  'GET /admin/reports/search': ({ query }, ctx) => searchReports(ctx, query),
  'GET /admin/reports/:id': ({ actor, client, params }, ctx) => reportDetail(ctx, actor, client, params.id),
  'POST /admin/reports/:id/take': ({ actor, client, params, body }, ctx) => takeReport(ctx, { actor, client }, params.id, body.isTaken),
  'POST /admin/reports/:id/resolve': ({ actor, client, params, body: { action, note = '' } }, ctx) =>
    resolveReport(ctx, { actor, client }, params.id, { action, note }),
});
