/** What operators steer. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

type ImageKey = BodyOf<'POST /admin/settings/images/upload'>['key'];

export const adminService = service((call) => ({
  statistics: (query: QueryOf<'GET /admin/statistics'>) => call('GET /admin/statistics', { query }),
  settings: (query: QueryOf<'GET /admin/settings'>) => call('GET /admin/settings', { query }),
  changeSetting: (key: string, value: BodyOf<'PUT /admin/settings/:key'>['value']) =>
    call('PUT /admin/settings/:key', { params: { key }, body: { value } }),
  tryStorage: () => call('POST /admin/settings/storage-test', {}),
  tryGateway: () => call('POST /admin/settings/gateway-test', {}),
  tryGeo: (address: string) => call('POST /admin/settings/geo-test', { body: { address } }),
  tryLive: () => call('POST /admin/settings/live-test', {}),
  testMail: (to: string) => call('POST /admin/settings/mail-test', { body: { to } }),
  uploadImage: (key: ImageKey, file: Blob, options?: CallOptions) =>
    call('POST /admin/settings/images/upload', { body: { key }, files: { file } }, options),
  blockedCountries: () => call('GET /admin/blocked-countries', {}),
  replaceBlockedCountries: (countryCodes: string[]) => call('PUT /admin/blocked-countries', { body: { countryCodes } }),
  users: (query: QueryOf<'GET /admin/users/search'>) => call('GET /admin/users/search', { query }),
  user: (id: string) => call('GET /admin/users/:id', { params: { id } }),
  updateUser: (id: string, body: BodyOf<'PUT /admin/users/:id'>) => call('PUT /admin/users/:id', { params: { id }, body }),
  suspend: (id: string, reason: string) => call('POST /admin/users/:id/suspend', { params: { id }, body: { reason } }),
  restore: (id: string) => call('POST /admin/users/:id/restore', { params: { id } }),
  endSessions: (id: string) => call('DELETE /admin/users/:id/sessions', { params: { id } }),
  resetSecondStep: (id: string) => call('POST /admin/users/:id/two-factor/reset', { params: { id } }),
  performers: (query: QueryOf<'GET /admin/performers/search'>) => call('GET /admin/performers/search', { query }),
  performer: (id: string) => call('GET /admin/performers/:id', { params: { id } }),
  updatePerformer: (id: string, body: BodyOf<'PUT /admin/performers/:id'>) => call('PUT /admin/performers/:id', { params: { id }, body }),
  verify: (id: string, body: BodyOf<'POST /admin/performers/:id/verification'>) =>
    call('POST /admin/performers/:id/verification', { params: { id }, body }),
  mails: (query: QueryOf<'GET /admin/mails/search'>) => call('GET /admin/mails/search', { query }),
  mail: (id: string) => call('GET /admin/mails/:id', { params: { id } }),
}));
