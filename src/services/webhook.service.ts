/** Other programs that are told what happens. */
import type { BodyOf, QueryOf } from './call';
import { service } from './service';

export const webhookService = service((call) => ({
  webhooks: () => call('GET /admin/webhooks', {}),
  addWebhook: (body: BodyOf<'POST /admin/webhooks'>) => call('POST /admin/webhooks', { body }),
  changeWebhook: (id: string, body: BodyOf<'PUT /admin/webhooks/:id'>) => call('PUT /admin/webhooks/:id', { params: { id }, body }),
  removeWebhook: (id: string) => call('DELETE /admin/webhooks/:id', { params: { id } }),
  deliveries: (query: QueryOf<'GET /admin/webhooks/deliveries/search'>) => call('GET /admin/webhooks/deliveries/search', { query }),
  replay: (id: string) => call('POST /admin/webhooks/deliveries/:id/replay', { params: { id } }),
}));
