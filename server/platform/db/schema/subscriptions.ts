/** Subscriptions, paid periods and promotions. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PaymentSource } from '@contract/kernel/values/money';
import type { promotionKinds, SubscriptionStatus, SubscriptionType } from '@contract/kernel/values/subscriptions';
import { accounts } from './accounts';
import { cents, instant, share } from './columns';
import { paymentCards, payments } from './payments';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id);

/** One row per fan and performer: a later subscription reuses it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey(),
    userId: person(),
    performerId: person(),
    type: text().$type<SubscriptionType>().notNull(),
    months: integer().notNull(),
    status: text().$type<SubscriptionStatus>().notNull(),
    /** The price of the next period; final once its renewal notice is sent. */
    priceCents: bigint(cents).notNull(),
    source: text().$type<PaymentSource>().notNull(),
    cardId: uuid().references(() => paymentCards.id),
    promotionId: uuid(),
    /** The discount of the bundle at the time of purchase: later changes of the promotion do not affect it. */
    bundleShare: numeric(share),
    isRenewing: boolean().notNull(),
    startedAt: timestamp(instant).notNull(),
    /** Access ends here, or after the last retry of a failed renewal. */
    expiresAt: timestamp(instant).notNull(),
    /** When the next renewal attempt is due, or null. */
    renewsAt: timestamp(instant),
    failedRenewals: integer().notNull().default(0),
    /** When the renewal first failed: the grace period starts here. */
    pastDueAt: timestamp(instant),
    /** The end of unpaid access during a grace period. The next period starts earlier by that time. */
    graceUntil: timestamp(instant),
    noticedAt: timestamp(instant),
    /** When access was withheld, because the tokens that paid for the period were refunded to the card and are owed. */
    withheldAt: timestamp(instant),
    cancelledAt: timestamp(instant),
    totalPaidCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('subscriptions_pair').on(table.userId, table.performerId),
    index('subscriptions_user').on(table.userId, table.updatedAt, table.id),
    index('subscriptions_performer').on(table.performerId, table.updatedAt, table.id),
    index('subscriptions_updated').on(table.updatedAt, table.id),
    index('subscriptions_due')
      .on(table.renewsAt)
      .where(sql`${table.renewsAt} is not null`),
    index('subscriptions_ending')
      .on(table.expiresAt)
      .where(sql`${table.status} in ('active', 'cancelled', 'past_due')`),
    index('subscriptions_status').on(table.status),
    index('subscriptions_card').on(table.cardId),
  ],
);

/** Paid periods, each with its payment. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    startsAt: timestamp(instant).notNull(),
    endsAt: timestamp(instant).notNull(),
    paymentId: uuid()
      .notNull()
      .unique()
      .references(() => payments.id),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.startsAt] })],
);

/** Used free trials: one per fan and performer. */
export const freePeriods = pgTable(
  'free_periods',
  { userId: person(), performerId: person(), createdAt: timestamp(instant).notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.performerId] })],
);

export const promotions = pgTable(
  'promotions',
  {
    id: uuid().primaryKey(),
    performerId: person(),
    kind: text().$type<(typeof promotionKinds)[number]>().notNull(),
    months: integer(),
    value: numeric(share).notNull(),
    maximumUses: integer(),
    totalUses: integer().notNull().default(0),
    startsAt: timestamp(instant),
    endsAt: timestamp(instant),
    removedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [index('promotions_performer').on(table.performerId, table.createdAt)],
);
