/** Subscriptions of a fan, subscribers of a performer, and the offers made to them. */
import type { BodyOf, QueryOf } from './call';
import { service } from './service';

export const subscriptionService = service((call) => ({
  own: (query: QueryOf<'GET /subscriptions/user/search'>) => call('GET /subscriptions/user/search', { query }),
  subscribers: (query: QueryOf<'GET /subscriptions/performer/search'>) => call('GET /subscriptions/performer/search', { query }),
  /** `gateway` is the configured one, or the wallet. */
  cancel: (gateway: string, id: string, body: BodyOf<'POST /payment/:gateway/cancel-subscription/:id'>) =>
    call('POST /payment/:gateway/cancel-subscription/:id', { params: { gateway, id }, body }),
  change: (id: string, body: BodyOf<'PUT /subscriptions/:id'>) => call('PUT /subscriptions/:id', { params: { id }, body }),
  promotions: () => call('GET /performer/promotions', {}),
  createPromotion: (body: BodyOf<'POST /performer/promotions'>) => call('POST /performer/promotions', { body }),
  changePromotion: (id: string, body: BodyOf<'PUT /performer/promotions/:id'>) =>
    call('PUT /performer/promotions/:id', { params: { id }, body }),
  endPromotion: (id: string) => call('DELETE /performer/promotions/:id', { params: { id } }),
}));
