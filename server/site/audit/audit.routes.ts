/** The endpoints of the audit log. */
import { checkAudit } from '../../platform/audit/check';
import { serve } from '../../platform/http/serve';
import { entryLines, searchEntries } from './find';

export const auditRoutes = serve({
  'GET /admin/audit/search': ({ query }, ctx) => searchEntries(ctx, query),
  'GET /admin/audit/csv': ({ query }, ctx) => Promise.resolve(entryLines(ctx, query)),
  'GET /admin/audit/check': (_request, ctx) => checkAudit(ctx),
});
