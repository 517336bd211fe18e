/** Cards, coupons, payments at gateways, refunds and disputes. */
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
import type { DisputeAnswer, DisputeStatus, Evidence } from '@contract/kernel/values/disputes';
import type { couponStatuses, PaymentStatus, PaymentType } from '@contract/kernel/values/money';
import { accounts } from './accounts';
import { cents, instant, share } from './columns';

const owner = () =>
  uuid()
    .notNull()
    .references(() => accounts.id);

/** The customer id of an account at a gateway. */
export const gatewayCustomers = pgTable(
  'gateway_customers',
  { accountId: owner(), gateway: text().notNull(), customerId: text().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.gateway] })],
);

/** Cards by the gateway's id. Removed cards are retained for the payments that reference them. */
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
    /** Removed coupons are retained for the payments that reference them. */
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

/** Uses of coupons: reserved with the payment, released when it fails. */
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

/** One row per payment attempt, written before the request to the gateway, with its idempotency key. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    receiptNumber: integer().generatedAlwaysAsIdentity(),
    userId: owner(),
    type: text().$type<PaymentType>().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    /** The gateway (sandbox, stripe) or wallet. */
    gateway: text().notNull(),
    cardId: uuid().references(() => paymentCards.id),
    performerId: uuid().references(() => accounts.id),
    subscriptionId: uuid(),
    promotionId: uuid(),
    /** The paid period: its months (0 for a free one), its days, and the discount of a bundle. */
    periodMonths: integer(),
    periodDays: integer(),
    bundleShare: numeric(share),
    /** A description of the purchase for people. */
    title: text().notNull(),
    description: text().notNull().default(''),
    /** Tokens of a top-up. */
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
    /** The amount that the bank reversed in disputes, temporarily or finally. */
    disputedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** True if the customer is not present: a renewal. */
    isOffSession: boolean().notNull().default(false),
    gatewayKey: text().notNull().unique(),
    gatewayId: text(),
    clientSecret: text(),
    failureCode: text(),
    failureMessage: text(),
    /** The ledger transfer, once the payment has taken effect. */
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

/** Refunds that operators request. The id is the idempotency key; the row is written before the request to the gateway. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: bigint(cents).notNull(),
    reason: text().notNull(),
    /** `returned`: the bank rejected the refund later, and its ledger transfer was reversed. */
    status: text().$type<'created' | 'success' | 'refused' | 'returned'>().notNull(),
    /** The gateway's id of the refund, once it is known. */
    gatewayRefundId: text(),
    /** The amount in the ledger: less than `amountCents` if a dispute had reversed a part before. */
    bookedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** Why the refund failed. */
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

/** Payments that a bank disputes, by the gateway's own id of the dispute. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    id: uuid().notNull().defaultRandom(),
    gateway: text().notNull(),
    disputeId: text().notNull(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** The disputed amount, in `currency`. */
    claimedCents: bigint(cents).notNull(),
    currency: text().notNull(),
    /** The reversed amount: less if a part was refunded before, zero for an inquiry. */
    amountCents: bigint(cents).notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    reason: text().notNull().default(''),
    evidenceDueAt: timestamp(instant),
    /** When its status was last fetched from the gateway; null for disputes from before this was tracked. */
    lookedUpAt: timestamp(instant),
    answer: text().$type<DisputeAnswer>().notNull().default('none'),
    /** The idempotency key of the answer at the gateway; `answeredAt`: when an operator submitted it. */
    answerKey: text(),
    answeredAt: timestamp(instant),
    /** Why the gateway rejected the last answer. */
    failure: text(),
    /** When the gateway confirmed the evidence. */
    submittedAt: timestamp(instant),
    /** The evidence as operators saved it; `sent`: as it was submitted. */
    draft: jsonb().$type<Evidence>(),
    sent: jsonb().$type<Evidence>(),
    /** When operators were reminded of the deadline. */
    remindedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gateway, table.disputeId] }),
    uniqueIndex('payment_disputes_id').on(table.id),
    index('payment_disputes_payment').on(table.paymentId),
    index('payment_disputes_due').on(table.evidenceDueAt),
    index('payment_disputes_answering')
      .on(table.answeredAt)
      .where(sql`${table.answer} in ('submitting', 'accepting')`),
    index('payment_disputes_unasked')
      .on(table.createdAt)
      .where(sql`${table.lookedUpAt} is null`),
  ],
);

/** Events from gateways by the gateway's event id: each is applied once. */
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
