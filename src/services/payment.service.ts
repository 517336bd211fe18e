/** Payments by card, cards, coupons and packages. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const paymentService = service((call) => ({
  topUp: (body: BodyOf<'POST /payment/wallet/top-up'>, options?: CallOptions) => call('POST /payment/wallet/top-up', { body }, options),
  subscribe: (body: BodyOf<'POST /payment/subscribe/performers'>, options?: CallOptions) =>
    call('POST /payment/subscribe/performers', { body }, options),
  payments: (query: QueryOf<'GET /payment/transactions/user/search'>) => call('GET /payment/transactions/user/search', { query }),
  /** The payment as it stands; an unsettled one is looked up at the gateway. */
  payment: (id: string) => call('GET /payment/transactions/:id', { params: { id } }),
  /** The sandbox's bank: what its customer answers. */
  confirm: (id: string, isApproved: boolean) => call('POST /payment/transactions/:id/confirm', { params: { id }, body: { isApproved } }),
  applyCoupon: (code: string, body: BodyOf<'POST /coupons/:code/apply-coupon'>) =>
    call('POST /coupons/:code/apply-coupon', { params: { code }, body }),
  packages: (query: QueryOf<'GET /package/token/search'>) => call('GET /package/token/search', { query }),
  cards: (query: QueryOf<'GET /payment-cards'>) => call('GET /payment-cards', { query }),
  addCard: (gateway: string, body: BodyOf<'POST /:gateway/cards'>) => call('POST /:gateway/cards', { params: { gateway }, body }),
  cardForm: (gateway: string) => call('POST /:gateway/cards/intent', { params: { gateway } }),
  preferCard: (id: string) => call('PUT /payment-cards/:id', { params: { id }, body: { isDefault: true } }),
  removeCard: (id: string) => call('DELETE /payment-cards/:id', { params: { id } }),
}));
