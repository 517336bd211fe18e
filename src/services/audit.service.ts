/** The trail of what operators did. */
import type { QueryOf } from './call';
import { service } from './service';

export const auditService = service((call) => ({
  entries: (query: QueryOf<'GET /admin/audit/search'>) => call('GET /admin/audit/search', { query }),
  file: (query: QueryOf<'GET /admin/audit/csv'>) => call('GET /admin/audit/csv', { query }),
  check: () => call('GET /admin/audit/check', {}),
}));
