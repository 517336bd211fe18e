/** Subscriptions and the offers that performers make for them. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Subscription } from './money';
import { Promotion } from '../kernel/entities/offers';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { bundleMonths, paymentSources, promotionKinds, subscriptionStatuses, subscriptionTypes } from '../values';

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
    .refine((share) => Number.isInteger(Math.round(share * 1e6) / 100), 'At most two digits of a percent share.'),
  maximumUses: z.number().int().min(1).max(1_000_000).nullable().optional(),
  startsAt: Instant.nullable().optional(),
  endsAt: Instant.nullable().optional(),
});
const fitting = (body: { kind?: string | undefined; months?: number | null | undefined }): boolean =>
  (body.kind === 'bundle') === (body.months !== undefined && body.months !== null);
const misfit = { path: ['months'], message: 'A bundle needs its months, a discount has none.' };

export default endpoints({
  'GET /subscriptions/user/search': {
    does: "The caller's subscriptions.",
    access: 'user',
    query: search.extend({ performerId: fromQuery(Id) }),
    answer: pageOf(Subscription),
  },
  'GET /subscriptions/performer/search': {
    does: "The caller's subscribers.",
    access: 'performer',
    query: search.extend({ userId: fromQuery(Id) }),
    answer: pageOf(Subscription),
  },
  'POST /payment/:gateway/cancel-subscription/:id': {
    does: 'End the renewal of a subscription; access stays until the end of what was paid.',
    access: ['user', 'operator'],
    right: 'subscriptions.change',
    params: IdParam.extend({ gateway: Text(40, 1) }),
    body: z.object({ reason: Text(limits.reasonLengthMax).default('') }),
    answer: Subscription,
    fails: ['gateway_unknown', 'subscription_not_found'],
  },
  'PUT /subscriptions/:id': {
    does: 'Let a subscription renew again, or change what pays for it.',
    access: 'user',
    params: IdParam,
    body: z.object({ isRenewing: z.literal(true).optional(), source: z.enum(paymentSources).optional(), cardId: Id.optional() }),
    answer: Subscription,
    fails: ['subscription_not_found', 'card_not_found', 'card_required', 'subscription_expired'],
  },
  'GET /performer/promotions': {
    does: "The caller's own offers.",
    access: 'performer',
    answer: z.array(Promotion),
  },
  'POST /performer/promotions': {
    does: 'Make an offer: a bundle of months, or a discount on the first period.',
    access: 'performer',
    body: PromotionFields.refine(fitting, misfit),
    answer: Promotion,
    fails: ['price_out_of_range'],
  },
  'PUT /performer/promotions/:id': {
    does: 'Change an offer; who has taken it keeps it.',
    access: 'performer',
    params: IdParam,
    body: PromotionFields.refine(fitting, misfit),
    answer: Promotion,
    fails: ['promotion_not_found', 'price_out_of_range'],
  },
  'DELETE /performer/promotions/:id': {
    does: 'End an offer.',
    access: 'performer',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['promotion_not_found'],
  },
});
