/** Cards, payments at gateways, and what lowers their price. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { couponStatuses, PaymentStatus, PaymentType } from '@contract/values';
import { accounts } from './accounts';
import { cents, instant, share } from './columns';

const owner = () =>
  uuid()
    .notNull()
    .references(() => accounts.id);

/** Who an account is at a gateway. */
export const gatewayCustomers = pgTable(
  'gateway_customers',
  { accountId: owner(), gateway: text().notNull(), customerId: text().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.gateway] })],
);

/** Cards by the gateway's own id. A removed one stays, for the payments that name it. */
export const paymentCards = pgTable(
  'payment_cards',
  {
    id: uuid().primaryKey(),
    accountId: owner(),
    gateway: text().notNull(),
    gatewayCardId: text().notNull(),
    fingerprint: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    month: integer().notNull(),
    year: integer().notNull(),
    holderName: text().notNull().default(''),
    isDefault: boolean().notNull().default(false),
    removedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('payment_cards_known')
      .on(table.accountId, table.gateway, table.fingerprint)
      .where(sql`${table.removedAt} is null`),
    uniqueIndex('payment_cards_default')
      .on(table.accountId)
      .where(sql`${table.isDefault} and ${table.removedAt} is null`),
    index('payment_cards_account').on(table.accountId, table.updatedAt, table.id),
  ],
);

export const coupons = pgTable(
  'coupons',
  {
    id: uuid().primaryKey(),
    /** Upper-cased. */
    code: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    value: numeric(share).notNull(),
    expiresAt: timestamp(instant),
    maximumUses: integer(),
    totalUses: integer().notNull().default(0),
    status: text().$type<(typeof couponStatuses)[number]>().notNull().default('active'),
    /** Withdrawn: kept for the payments that name it. */
    removedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('coupons_code')
      .on(table.code)
      .where(sql`${table.removedAt} is null`),
    index('coupons_updated').on(table.updatedAt, table.id),
  ],
);

/** Who has used which coupon; reserved with the payment, given back when that fails. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    couponId: uuid()
      .notNull()
      .references(() => coupons.id),
    accountId: owner(),
    paymentId: uuid().notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.accountId] })],
);

export const tokenPackages = pgTable(
  'token_packages',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    priceCents: bigint(cents).notNull(),
    tokensCents: bigint(cents).notNull(),
    ordering: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    removedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [index('token_packages_ordering').on(table.ordering, table.id)],
);

/** One row per attempt to pay; written before the gateway is asked, under the key that it is asked with. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    receiptNumber: integer().generatedAlwaysAsIdentity(),
    userId: owner(),
    type: text().$type<PaymentType>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    /** The gateway that answered for it (sandbox, stripe), or wallet. */
    gateway: text().notNull(),
    cardId: uuid().references(() => paymentCards.id),
    performerId: uuid().references(() => accounts.id),
    subscriptionId: uuid(),
    promotionId: uuid(),
    /** The period that it pays for: its months (0 for a free one), its days, and the share that a bundle takes off. */
    periodMonths: integer(),
    periodDays: integer(),
    bundleShare: numeric(share),
    /** What was bought, in words. */
    title: text().notNull(),
    description: text().notNull().default(''),
    /** Tokens that a top-up brings. */
    tokensCents: bigint(cents),
    originalCents: bigint(cents).notNull(),
    totalCents: bigint(cents).notNull(),
    currency: text().notNull(),
    couponId: uuid().references(() => coupons.id),
    commissionRate: numeric(share),
    commissionCents: bigint(cents),
    earningCents: bigint(cents),
    refundedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** What the bank took back for good or for now, in disputes. */
    disputedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** True when nobody sits before a screen: a renewal. */
    isOffSession: boolean().notNull().default(false),
    gatewayKey: text().notNull().unique(),
    gatewayId: text(),
    clientSecret: text(),
    failureCode: text(),
    failureMessage: text(),
    /** The transfer in the ledger, once it has taken effect. */
    transferId: uuid().unique(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('payments_gateway_id').on(table.gateway, table.gatewayId),
    index('payments_user_updated').on(table.userId, table.updatedAt, table.id),
    index('payments_user_created').on(table.userId, table.createdAt, table.id),
    index('payments_updated').on(table.updatedAt, table.id),
    index('payments_created').on(table.createdAt, table.id),
    index('payments_subscription').on(table.subscriptionId),
    index('payments_unsettled')
      .on(table.updatedAt)
      .where(sql`${table.status} in ('created', 'processing', 'requires_action')`),
  ],
);

/** Giving a payment back, as operators ask for it; written before the gateway is asked, under the key that it is asked with. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: bigint(cents).notNull(),
    reason: text().notNull(),
    /** `returned`: the bank did not take it after all, and what it took was given back. */
    status: text().$type<'created' | 'success' | 'refused' | 'returned'>().notNull(),
    /** The gateway's name of it, as soon as that is known. */
    gatewayRefundId: text(),
    /** What of it is in the books: less than its amount where a dispute had taken that before. */
    bookedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** Why nothing of it stays with the payer. */
    failure: text(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('payment_refunds_payment').on(table.paymentId),
    uniqueIndex('payment_refunds_gateway').on(table.paymentId, table.gatewayRefundId),
    uniqueIndex('payment_refunds_open')
      .on(table.paymentId)
      .where(sql`${table.status} = 'created'`),
    index('payment_refunds_waiting')
      .on(table.createdAt)
      .where(sql`${table.status} = 'created'`),
  ],
);

/** Payments that a bank has taken back, by the gateway's own id of the dispute. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    gateway: text().notNull(),
    disputeId: text().notNull(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: bigint(cents).notNull(),
    status: text().$type<'opened' | 'won' | 'lost'>().notNull(),
    reason: text().notNull().default(''),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.gateway, table.disputeId] }), index('payment_disputes_payment').on(table.paymentId)],
);

/** What gateways have reported, by their own id of the event: applied once. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    gateway: text().notNull(),
    eventId: text().notNull(),
    payload: jsonb().notNull(),
    receivedAt: timestamp(instant).notNull(),
    appliedAt: timestamp(instant),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.eventId] }),
    index('gateway_events_received').on(table.gateway, table.receivedAt),
    index('gateway_events_waiting')
      .on(table.receivedAt)
      .where(sql`${table.appliedAt} is null`),
  ],
);
