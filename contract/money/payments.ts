/** Payments: cards, top-ups, subscriptions at the gateway, and what helps to pay less. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Card, Coupon, PaymentTransaction, TokenPackage } from './money';
import { Amount, fromQuery, Id, IdParam, Name, pageOf, pageQuery, Text } from '../kernel/shapes';
import { defaultSubscriptionType } from '../kernel/conventions';
import { paymentSources, paymentStatuses, paymentTypes, subscriptionTypes } from '../values';

const GatewayParam = z.object({ gateway: Text(40, 1) });
const CodeParam = z.object({ code: Text(limits.couponCode.lengthMax, 1).toUpperCase() });

export default endpoints({
  'POST /payment/wallet/top-up': {
    does: 'Buy tokens with a card: an amount, or a package.',
    access: 'user',
    body: z
      .object({
        amount: Amount.optional(),
        packageId: Id.optional(),
        cardId: Id.optional(),
        couponCode: CodeParam.shape.code.optional(),
        /** What the buyer has seen: the sum to pay after the coupon, and the tokens for it. */
        expectedPrice: Amount.optional(),
        expectedTokens: Amount.optional(),
      })
      .refine((body) => (body.amount === undefined) !== (body.packageId === undefined), {
        path: ['amount'],
        message: 'Choose an amount or a package.',
      }),
    answer: PaymentTransaction,
    mayContinue: true,
    idempotent: true,
    rate: 'charge',
    fails: [
      'card_declined',
      'card_not_found',
      'card_required',
      'package_not_found',
      'coupon_not_found',
      'coupon_used',
      'coupon_expired',
      'price_out_of_range',
      'price_changed',
    ],
  },
  'POST /payment/subscribe/performers': {
    does: 'Subscribe to a performer, by card, from the wallet, or for their free period.',
    access: 'user',
    body: z.object({
      performerId: Id,
      type: z.enum(subscriptionTypes).default(defaultSubscriptionType),
      source: z.enum(paymentSources).default('card'),
      cardId: Id.optional(),
      promotionId: Id.optional(),
      expectedPrice: Amount.optional(),
    }),
    answer: PaymentTransaction,
    mayContinue: true,
    idempotent: true,
    rate: 'charge',
    fails: [
      'performer_not_found',
      'blocked_by_performer',
      'insufficient_balance',
      'spending_limit_reached',
      'price_changed',
      'card_declined',
      'card_not_found',
      'card_required',
      'promotion_not_found',
      'promotion_used',
      'email_not_verified',
      'already_subscribed',
      'subscription_impossible',
      'free_subscription_used',
      'free_subscription_off',
    ],
  },
  'GET /payment/transactions/user/search': {
    does: "The caller's payments.",
    access: 'user',
    query: pageQuery(['totalPrice']).extend({
      status: fromQuery(z.enum(paymentStatuses)),
      type: fromQuery(z.enum(paymentTypes)),
      paymentGateway: fromQuery(Text(40)),
      performerId: fromQuery(Id),
    }),
    answer: pageOf(PaymentTransaction),
  },
  'GET /payment/transactions/:id': {
    does: "One of the caller's payments as it stands; an unsettled one is looked up at the gateway.",
    access: 'user',
    params: IdParam,
    answer: PaymentTransaction,
    fails: ['payment_not_found'],
  },
  'POST /payment/transactions/:id/confirm': {
    does: "Play the bank's part in the sandbox: allow or refuse a payment that waits for its customer.",
    access: 'user',
    params: IdParam,
    body: z.object({ isApproved: z.boolean() }),
    answer: PaymentTransaction,
    fails: ['payment_not_found', 'already_so'],
  },
  'POST /coupons/:code/apply-coupon': {
    does: 'Look at what a coupon takes off. It is spent by the top-up.',
    access: 'user',
    params: CodeParam,
    body: z.object({ amount: Amount.optional() }),
    answer: Coupon.extend({ totalPrice: Amount.nullable() }),
    rate: 'search',
    fails: ['coupon_not_found', 'coupon_used', 'coupon_expired'],
  },
  'GET /package/token/search': {
    does: 'Packages of tokens on sale.',
    access: 'anyone',
    query: pageQuery(['ordering', 'price', 'tokens']),
    answer: pageOf(TokenPackage),
  },
  'GET /payment-cards': {
    does: "The caller's cards.",
    access: 'member',
    query: pageQuery([]).extend({ paymentGateway: fromQuery(Text(40)) }),
    answer: pageOf(Card),
  },
  'POST /:gateway/cards': {
    does: "Keep a card under the gateway's own id of it; its number never comes here.",
    access: 'member',
    params: GatewayParam,
    body: z.object({ token: Text(255, 1), holderName: Name.optional(), isDefault: z.boolean().optional() }),
    answer: Card,
    rate: 'charge',
    fails: ['gateway_unknown', 'card_declined', 'card_known', 'card_limit', 'card_invalid'],
  },
  'POST /:gateway/cards/intent': {
    does: "What the gateway's own form for a card needs.",
    access: 'member',
    params: GatewayParam,
    answer: z.object({ clientSecret: z.string(), publishableKey: z.string() }),
    rate: 'charge',
    fails: ['gateway_unknown'],
  },
  'PUT /payment-cards/:id': {
    does: 'Make a card the one that pays unless another is chosen.',
    access: 'member',
    params: IdParam,
    body: z.object({ isDefault: z.literal(true) }),
    answer: Card,
    fails: ['card_not_found'],
  },
  'DELETE /payment-cards/:id': {
    does: 'Remove a card, here and at the gateway.',
    access: 'member',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['card_not_found', 'card_in_use'],
  },
});
