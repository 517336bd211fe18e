/** Helpers of performers, and working for one. */
import type { BodyOf } from './call';
import { service } from './service';

export const helpingService = service((call) => ({
  helpers: () => call('GET /performer/helpers', {}),
  invite: (body: BodyOf<'POST /performer/helpers'>) => call('POST /performer/helpers', { body }),
  change: (id: string, body: BodyOf<'PUT /performer/helpers/:id'>) => call('PUT /performer/helpers/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /performer/helpers/:id', { params: { id } }),
  acts: () => call('GET /performer/helpers/acts', {}),
  helped: () => call('GET /helping', {}),
  invitation: (token: string) => call('GET /helping/invitation', { query: { token } }),
  accept: (token: string) => call('POST /helping/accept', { body: { token } }),
  begin: (id: string) => call('POST /helping/:id/begin', { params: { id } }),
  leave: (id: string) => call('DELETE /helping/:id', { params: { id } }),
}));
