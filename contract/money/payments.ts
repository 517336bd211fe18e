/** Payments: cards, top-ups, subscriptions, coupons and token packages. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Card, Coupon, PaymentTransaction, TokenPackage } from './money';
import { Amount, ExpectedPrice, fromQuery, Id, IdParam, Name, pageOf, pageQuery, Text } from '../kernel/shapes';
import { defaultSubscriptionType } from '../kernel/conventions';
import { paymentSources, paymentStatuses, paymentTypes } from '../kernel/values/money';
import { subscriptionTypes } from '../kernel/values/subscriptions';

const GatewayParam = z.object({ gateway: Text(40, 1) });
const CodeParam = z.object({ code: Text(limits.couponCode.lengthMax, 1).toUpperCase() });

export default endpoints({
  'POST /payment/wallet/top-up': {
    summary: 'Buy tokens with a card: an amount or a package.',
    access: 'user',
    body: z
      .object({
        amount: Amount.optional(),
        packageId: Id.optional(),
        cardId: Id.optional(),
        couponCode: CodeParam.shape.code.optional(),
        /** The total after the coupon and the tokens that the buyer has seen. */
        expectedPrice: ExpectedPrice,
        expectedTokens: Amount.optional(),
      })
      .refine((body) => (body.amount === undefined) !== (body.packageId === undefined), {
        path: ['amount'],
        message: 'Choose an amount or a package.',
      }),
    response: PaymentTransaction,
    mayRespond202: true,
    idempotent: 'money',
    rateLimit: 'charge',
    errors: [
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
    summary: 'Subscribe to a performer: by card, from the wallet, or with a free trial.',
    access: 'user',
    body: z.object({
      performerId: Id,
      type: z.enum(subscriptionTypes).default(defaultSubscriptionType),
      source: z.enum(paymentSources).default('card'),
      cardId: Id.optional(),
      promotionId: Id.optional(),
      expectedPrice: ExpectedPrice,
    }),
    response: PaymentTransaction,
    mayRespond202: true,
    idempotent: 'money',
    rateLimit: 'charge',
    errors: [
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
    summary: "The caller's payments.",
    access: 'user',
    query: pageQuery(['totalPrice']).extend({
      status: fromQuery(z.enum(paymentStatuses)),
      type: fromQuery(z.enum(paymentTypes)),
      paymentGateway: fromQuery(Text(40)),
      performerId: fromQuery(Id),
    }),
    response: pageOf(PaymentTransaction),
  },
  'GET /payment/transactions/:id': {
    summary: "One of the caller's payments. If it is unsettled, its status is fetched from the gateway.",
    access: 'user',
    params: IdParam,
    response: PaymentTransaction,
    errors: ['payment_not_found'],
  },
  'POST /payment/transactions/:id/confirm': {
    summary: 'Act as the bank in the sandbox: approve or decline a payment that needs authentication.',
    strict: true,
    access: 'user',
    params: IdParam,
    body: z.object({ isApproved: z.boolean() }),
    response: PaymentTransaction,
    errors: ['payment_not_found', 'already_so'],
  },
  'POST /coupons/:code/apply-coupon': {
    summary: 'The discount of a coupon. The coupon is redeemed with the top-up.',
    strict: true,
    access: 'user',
    params: CodeParam,
    body: z.object({ amount: Amount.optional() }),
    response: Coupon.extend({ totalPrice: Amount.nullable() }),
    rateLimit: 'search',
    errors: ['coupon_not_found', 'coupon_used', 'coupon_expired'],
  },
  'GET /package/token/search': {
    summary: 'Token packages on sale.',
    access: 'anyone',
    query: pageQuery(['ordering', 'price', 'tokens']),
    response: pageOf(TokenPackage),
  },
  'GET /payment-cards': {
    summary: "The caller's saved cards.",
    access: 'member',
    query: pageQuery([]).extend({ paymentGateway: fromQuery(Text(40)) }),
    response: pageOf(Card),
  },
  'POST /:gateway/cards': {
    summary: 'Save a card by its gateway token. The card number never reaches the server.',
    strict: true,
    access: 'member',
    params: GatewayParam,
    body: z.object({ token: Text(255, 1), holderName: Name.optional(), isDefault: z.boolean().optional() }),
    response: Card,
    rateLimit: 'charge',
    errors: ['gateway_unknown', 'card_declined', 'card_known', 'card_limit', 'card_invalid'],
  },
  'POST /:gateway/cards/intent': {
    summary: "Parameters for the gateway's card form.",
    access: 'member',
    params: GatewayParam,
    response: z.object({ clientSecret: z.string(), publishableKey: z.string() }),
    rateLimit: 'charge',
    errors: ['gateway_unknown'],
  },
  'PUT /payment-cards/:id': {
    summary: 'Make a card the default.',
    strict: true,
    access: 'member',
    params: IdParam,
    body: z.object({ isDefault: z.literal(true) }),
    response: Card,
    errors: ['card_not_found'],
  },
  'DELETE /payment-cards/:id': {
    summary: 'Remove a card here and at the gateway.',
    access: 'member',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['card_not_found', 'card_in_use'],
  },
});
