/** Reporting, and what operators decide. */
import type { BodyOf, QueryOf } from './call';
import { service } from './service';

export const reportService = service((call) => ({
  report: (body: BodyOf<'POST /reports'>) => call('POST /reports', { body }),
  decision: (id: string) => call('GET /decisions/:id', { params: { id } }),
  searchReports: (query: QueryOf<'GET /admin/reports/search'>) => call('GET /admin/reports/search', { query }),
  reportDetail: (id: string) => call('GET /admin/reports/:id', { params: { id } }),
  takeReport: (id: string, isTaken: boolean) => call('POST /admin/reports/:id/take', { params: { id }, body: { isTaken } }),
  resolveReport: (id: string, body: BodyOf<'POST /admin/reports/:id/resolve'>) =>
    call('POST /admin/reports/:id/resolve', { params: { id }, body }),
}));
