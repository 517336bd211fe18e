/** Parts of a profile: a performer's promotions, and the viewer's own subscription. */
import * as z from 'zod';
import { Amount, Id, Instant } from '../shapes';
import { promotionKinds, subscriptionStatuses, subscriptionTypes } from '../values/subscriptions';

export const Promotion = z.object({
  _id: Id,
  kind: z.enum(promotionKinds),
  /** The months of a bundle, which are paid in advance; null for a discount, which lowers the price of the first period. */
  months: z.number().nullable(),
  /** The share taken off the price, above 0 and below 1. */
  value: z.number(),
  /** The price of the first period with it, or null where it only lowers the price of the chosen subscription type. */
  price: Amount.nullable(),
  totalUses: z.number(),
  maximumUses: z.number().nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  createdAt: Instant,
});

export const OwnSubscription = z.object({
  _id: Id,
  subscriptionType: z.enum(subscriptionTypes),
  status: z.enum(subscriptionStatuses),
  isRenewing: z.boolean(),
  expiredAt: Instant,
});
