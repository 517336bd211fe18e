/** The address book. */
import type { BodyOf, QueryOf } from './call';
import { service } from './service';

export const addressService = service((call) => ({
  search: (query: QueryOf<'GET /addresses/search'>) => call('GET /addresses/search', { query }),
  create: (body: BodyOf<'POST /addresses/create'>) => call('POST /addresses/create', { body }),
  update: (id: string, body: BodyOf<'PUT /addresses/:id'>) => call('PUT /addresses/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /addresses/:id', { params: { id } }),
}));
