/** Reporting, and what operators decide. */
import type { BodyOf, QueryOf } from './call';
import type { ModeratedType as ContentType } from '@contract/values';
import { service } from './service';

export const reportService = service((call) => ({
  report: (body: BodyOf<'POST /reports'>) => call('POST /reports', { body }),
  decision: (id: string) => call('GET /decisions/:id', { params: { id } }),
  searchReports: (query: QueryOf<'GET /admin/reports/search'>) => call('GET /admin/reports/search', { query }),
  reportDetail: (id: string) => call('GET /admin/reports/:id', { params: { id } }),
  takeReport: (id: string, isTaken: boolean) => call('POST /admin/reports/:id/take', { params: { id }, body: { isTaken } }),
  appeal: (decisionId: string, text: string) => call('POST /appeals', { body: { decisionId, text } }),
  sendAppealLink: (email: string) => call('POST /appeals/suspension/link', { body: { email } }),
  suspension: (token: string) => call('POST /appeals/suspension/read', { body: { token } }),
  appealSuspension: (token: string, text: string) => call('POST /appeals/suspension', { body: { token, text } }),
  searchAppeals: (query: QueryOf<'GET /admin/appeals/search'>) => call('GET /admin/appeals/search', { query }),
  decideAppeal: (id: string, body: BodyOf<'POST /admin/appeals/:id/decide'>) =>
    call('POST /admin/appeals/:id/decide', { params: { id }, body }),
  searchContent: (type: ContentType, query: QueryOf<'GET /admin/content/:type/search'>) =>
    call('GET /admin/content/:type/search', { params: { type }, query }),
  hideContent: (type: ContentType, id: string, reason: string) =>
    call('POST /admin/content/:type/:id/hide', { params: { type, id }, body: { reason } }),
  restoreContent: (type: ContentType, id: string, reason: string) =>
    call('POST /admin/content/:type/:id/restore', { params: { type, id }, body: { reason } }),
  deleteContent: (type: ContentType, id: string, reason: string) =>
    call('DELETE /admin/content/:type/:id', { params: { type, id }, body: { reason } }),
  resolveReport: (id: string, body: BodyOf<'POST /admin/reports/:id/resolve'>) =>
    call('POST /admin/reports/:id/resolve', { params: { id }, body }),
}));
