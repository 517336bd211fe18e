/** What a performer offers to subscribers, and the state of a visitor's own subscription: parts of a profile. */
import { z } from 'zod';
import { Amount, Id, Instant } from '../shapes';
import { promotionKinds, subscriptionStatuses, subscriptionTypes } from '../../values';

export const Promotion = z.object({
  _id: Id,
  kind: z.enum(promotionKinds),
  /** A bundle is paid at once for so many months; a discount lowers the first period. */
  months: z.number().nullable(),
  /** Share off, above 0 and below 1. */
  value: z.number(),
  /** What the first period costs with it, or null for one that only lowers the chosen type's price. */
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
