/** Subscriptions and performers' promotions. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Subscription } from './money';
import { Promotion } from '../kernel/entities/offers';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { paymentSources } from '../kernel/values/money';
import { bundleMonths, promotionKinds, subscriptionStatuses, subscriptionTypes } from '../kernel/values/subscriptions';

const search = pageQuery(['expiredAt', 'price']).extend({
  subscriptionType: fromQuery(z.enum(subscriptionTypes)),
  status: fromQuery(z.enum(subscriptionStatuses)),
});
const PromotionFields = z.object({
  kind: z.enum(promotionKinds),
  months: z.literal(bundleMonths).nullable().optional(),
  value: z
    .number()
    .min(limits.promotionShare.min)
    .max(limits.promotionShare.max)
    .refine((share) => Number.isInteger(Math.round(share * 1e6) / 100), 'Use up to 2 decimals for the percentage.'),
  maximumUses: z.number().int().min(1).max(1_000_000).nullable().optional(),
  startsAt: Instant.nullable().optional(),
  endsAt: Instant.nullable().optional(),
});
const hasMatchingMonths = (body: { kind?: string | undefined; months?: number | null | undefined }): boolean =>
  (body.kind === 'bundle') === (body.months !== undefined && body.months !== null);
const monthsIssue = { path: ['months'], message: 'Months are required for bundles and not allowed for discounts.' };

export default endpoints({
  'GET /subscriptions/user/search': {
    summary: "The caller's subscriptions.",
    access: 'user',
    query: search.extend({ performerId: fromQuery(Id) }),
    response: pageOf(Subscription),
  },
  'GET /subscriptions/performer/search': {
    summary: "The caller's subscribers.",
    access: 'performer',
    query: search.extend({ userId: fromQuery(Id) }),
    response: pageOf(Subscription),
  },
  'POST /payment/:gateway/cancel-subscription/:id': {
    summary: 'Cancel the renewal of a subscription. Access lasts until the end of the paid period.',
    access: ['user', 'operator'],
    right: 'subscriptions.change',
    params: IdParam.extend({ gateway: Text(40, 1) }),
    body: z.object({ reason: Text(limits.reasonLengthMax).default('') }),
    response: Subscription,
    errors: ['gateway_unknown', 'subscription_not_found'],
  },
  'PUT /subscriptions/:id': {
    summary: 'Resume the renewal of a canceled subscription, or change its payment source.',
    strict: true,
    access: 'user',
    params: IdParam,
    body: z.object({ isRenewing: z.literal(true).optional(), source: z.enum(paymentSources).optional(), cardId: Id.optional() }),
    response: Subscription,
    errors: ['subscription_not_found', 'card_not_found', 'card_required', 'subscription_expired'],
  },
  'GET /performer/promotions': {
    summary: "The caller's own offers.",
    access: 'performer',
    response: z.array(Promotion),
  },
  'POST /performer/promotions': {
    summary: 'Create an offer: a bundle of months, or a discount on the first period.',
    strict: true,
    access: 'performer',
    body: PromotionFields.refine(hasMatchingMonths, monthsIssue),
    response: Promotion,
    errors: ['price_out_of_range'],
  },
  'PUT /performer/promotions/:id': {
    summary: 'Change an offer. Subscribers who already used it keep its terms.',
    strict: true,
    access: 'performer',
    params: IdParam,
    body: PromotionFields.refine(hasMatchingMonths, monthsIssue),
    response: Promotion,
    errors: ['promotion_not_found', 'price_out_of_range'],
  },
  'DELETE /performer/promotions/:id': {
    summary: 'End an offer.',
    access: 'performer',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['promotion_not_found'],
  },
});
