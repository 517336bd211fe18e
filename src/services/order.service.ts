/** Orders, of buyers, sellers and operators. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

type Update = 'PUT /orders/:id/update';

export const orderService = service((call) => ({
  sales: (query: QueryOf<'GET /orders/search'>) => call('GET /orders/search', { query }),
  own: (query: QueryOf<'GET /orders/users/search'>) => call('GET /orders/users/search', { query }),
  all: (query: QueryOf<'GET /admin/orders/search'>) => call('GET /admin/orders/search', { query }),
  view: (id: string) => call('GET /orders/:id', { params: { id } }),
  update: (id: string, body: BodyOf<Update>, options?: CallOptions) => call('PUT /orders/:id/update', { params: { id }, body }, options),
  changeAddress: (id: string, body: BodyOf<'PUT /orders/:id/update/delivery-address'>) =>
    call('PUT /orders/:id/update/delivery-address', { params: { id }, body }),
}));
