/** Endpoints for payments, cards, coupons and packages. */
import { serve } from '../../platform/http/serve';
import { changeSubscription } from '../subscriptions/change';
import { addCard, cardToPay, makeDefault, createCardSetup, removeCard, searchCards } from './cards/cards';
import { confirmPayment } from './confirm';
import { applyCoupon } from './coupons/coupons';
import { changeCoupon, createCoupon, searchCoupons, withdrawCoupon } from './coupons/coupons.admin';
import { paymentCsvLines, readPayment, searchPayments } from './find';
import { changePackage, createPackage, packagesOnSale, searchPackages, withdrawPackage } from './coupons/packages';
import { refundPayment } from './refunds/refund';
import { subscribe, topUp } from './purchases';

export const paymentRoutes = serve({
  'POST /payment/wallet/top-up': ({ actor, body, idempotentRequest }, ctx) => topUp(ctx, actor.id, idempotentRequest, body),
  'POST /payment/subscribe/performers': ({ actor, client, body, idempotentRequest }, ctx) =>
    subscribe(ctx, actor, client, idempotentRequest, body),
  'PUT /subscriptions/:id': ({ actor, params, body }, ctx) => changeSubscription(ctx, actor, params.id, body, cardToPay),
  'GET /payment/transactions/user/search': ({ actor, query }, ctx) => searchPayments(ctx, 'payer', { ...query, userId: actor.id }),
  'GET /payment/transactions/:id': ({ actor, params }, ctx) => readPayment(ctx, actor.id, params.id),
  'POST /payment/transactions/:id/confirm': ({ actor, params, body }, ctx) => confirmPayment(ctx, actor.id, params.id, body),
  'POST /coupons/:code/apply-coupon': ({ actor, params, body }, ctx) => applyCoupon(ctx, actor.id, params.code, body.amount),
  'GET /package/token/search': ({ query }, ctx) => packagesOnSale(ctx, query),
  'GET /payment-cards': ({ actor, query }, ctx) => searchCards(ctx, actor.id, query),
  'POST /:gateway/cards': ({ actor, params, body }, ctx) => addCard(ctx, actor.id, params.gateway, body),
  'POST /:gateway/cards/intent': ({ actor, params }, ctx) => createCardSetup(ctx, actor.id, params.gateway),
  'PUT /payment-cards/:id': ({ actor, params }, ctx) => makeDefault(ctx, actor.id, params.id),
  'DELETE /payment-cards/:id': async ({ actor, params }, ctx) => {
    await removeCard(ctx, actor.id, params.id);
    return { deleted: true as const };
  },
  'GET /admin/transactions/search': ({ query }, ctx) => searchPayments(ctx, 'operator', query),
  'GET /admin/transactions/csv': ({ query }, ctx) => Promise.resolve(paymentCsvLines(ctx, query)),
  'POST /admin/payments/:id/refund': ({ actor, client, params, body, idempotentRequest }, ctx) =>
    refundPayment(ctx, actor, client, idempotentRequest, params.id, body),
  'GET /admin/coupons/search': ({ query }, ctx) => searchCoupons(ctx, query),
  'POST /admin/coupons': ({ actor, client, body }, ctx) => createCoupon(ctx, actor, client, body),
  'PUT /admin/coupons/:id': ({ actor, client, params, body }, ctx) => changeCoupon(ctx, actor, client, params.id, body),
  'DELETE /admin/coupons/:id': async ({ actor, client, params }, ctx) => {
    await withdrawCoupon(ctx, actor, client, params.id);
    return { deleted: true as const };
  },
  'GET /admin/packages/search': ({ query }, ctx) => searchPackages(ctx, query),
  'POST /admin/packages': ({ actor, client, body }, ctx) => createPackage(ctx, actor, client, body),
  'PUT /admin/packages/:id': ({ actor, client, params, body }, ctx) => changePackage(ctx, actor, client, params.id, body),
  'DELETE /admin/packages/:id': async ({ actor, client, params }, ctx) => {
    await withdrawPackage(ctx, actor, client, params.id);
    return { deleted: true as const };
  },
});
