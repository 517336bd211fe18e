/** Subscriptions, the periods that were paid for, and offers. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PaymentSource, promotionKinds, SubscriptionStatus, SubscriptionType } from '@contract/values';
import { accounts } from './accounts';
import { cents, instant, share } from './columns';
import { paymentCards, payments } from './payments';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id);

/** One row per fan and performer, for all time: a later subscription continues it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey(),
    userId: person(),
    performerId: person(),
    type: text().$type<SubscriptionType>().notNull(),
    months: integer().notNull(),
    status: text().$type<SubscriptionStatus>().notNull(),
    /** What the next period will cost; fixed when its notice is sent. */
    priceCents: bigint(cents).notNull(),
    source: text().$type<PaymentSource>().notNull(),
    cardId: uuid().references(() => paymentCards.id),
    promotionId: uuid(),
    /** The share that a bundle takes off, as it was when it was taken: later changes of the offer do not reach it. */
    bundleShare: numeric(share),
    isRenewing: boolean().notNull(),
    startedAt: timestamp(instant).notNull(),
    /** Access lasts until here, and while a failed renewal is tried again. */
    expiresAt: timestamp(instant).notNull(),
    /** When the next attempt to renew is due, or null. */
    renewsAt: timestamp(instant),
    failedRenewals: integer().notNull().default(0),
    /** When the renewal failed first: the grace is counted from here. */
    pastDueAt: timestamp(instant),
    /** Until when access was kept after the end of what was paid; the next period begins so much earlier. */
    graceUntil: timestamp(instant),
    noticedAt: timestamp(instant),
    /** Since when it gives no access: the tokens that paid for its period went back to the card, and are owed. */
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

/** Each period was paid for by one payment. */
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

/** Who has had the free period of whom: once. */
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
