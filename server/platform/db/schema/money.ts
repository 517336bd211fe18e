/** Sales and payouts. The ledger has the money; these rows describe what the transfers were for. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import type {
  AdjustmentStatus,
  ChargeType,
  chargeStatuses,
  EarningType,
  earningStatuses,
  PayoutBatchFormat,
  payoutMethods,
  PayoutStatus,
} from '@contract/kernel/values/money';
import { accounts } from './accounts';
import { cents, instant, share } from './columns';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id);

/** One row per purchase from a wallet. */
export const charges = pgTable(
  'charges',
  {
    id: uuid().primaryKey(),
    type: text().$type<ChargeType>().notNull(),
    targetId: uuid().notNull(),
    /** The show's session in or for which it was paid. */
    sessionId: uuid(),
    userId: person(),
    performerId: person(),
    text: text().notNull().default(''),
    priceCents: bigint(cents).notNull(),
    quantity: integer().notNull().default(1),
    commissionRate: numeric(share).notNull(),
    commissionCents: bigint(cents).notNull(),
    earningCents: bigint(cents).notNull(),
    refundedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    balanceAfterCents: bigint(cents).notNull(),
    status: text().$type<(typeof chargeStatuses)[number]>().notNull().default('success'),
    transferId: uuid().notNull().unique(),
    /** When access was withheld, because the tokens were refunded to the card and are owed. */
    withheldAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('charges_user_updated').on(table.userId, table.updatedAt, table.id),
    index('charges_user_created').on(table.userId, table.createdAt, table.id),
    index('charges_created').on(table.createdAt, table.id),
    index('charges_performer').on(table.performerId, table.updatedAt, table.id),
    index('charges_updated').on(table.updatedAt, table.id),
    // Ledger invariant L8: a permanent purchase is made once.
    uniqueIndex('charges_bought_once')
      .on(table.userId, table.targetId)
      .where(sql`${table.type} in ('feed', 'video', 'gallery', 'message', 'stream', 'ticket') and ${table.status} = 'success'`),
    index('charges_target').on(table.targetId),
    index('charges_session')
      .on(table.sessionId, table.createdAt)
      .where(sql`${table.sessionId} is not null`),
    check('charges_split', sql`${table.commissionCents} + ${table.earningCents} = ${table.priceCents}`),
  ],
);

/** One row per sale of a performer, from a charge or a subscription payment. */
export const earnings = pgTable(
  'earnings',
  {
    id: uuid().primaryKey(),
    performerId: person(),
    userId: person(),
    type: text().$type<EarningType>().notNull(),
    chargeId: uuid().unique(),
    paymentId: uuid().unique(),
    grossCents: bigint(cents).notNull(),
    commissionRate: numeric(share).notNull(),
    commissionCents: bigint(cents).notNull(),
    netCents: bigint(cents).notNull(),
    /** The refunded part of the gross price. */
    refundedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    source: text().notNull(),
    status: text().$type<(typeof earningStatuses)[number]>().notNull().default('available'),
    /** When it becomes available for payout. */
    availableAt: timestamp(instant).notNull(),
    /** The part of the net price that payouts have requested, without rejected ones. */
    paidCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('earnings_created').on(table.createdAt, table.id),
    index('earnings_performer_updated').on(table.performerId, table.updatedAt, table.id),
    index('earnings_performer_created').on(table.performerId, table.createdAt, table.id),
    index('earnings_user').on(table.userId, table.performerId),
    index('earnings_updated').on(table.updatedAt, table.id),
    index('earnings_unpaid')
      .on(table.performerId, table.availableAt, table.id)
      .where(sql`${table.status} = 'available' and ${table.paidCents} < ${table.netCents}`),
    check('earnings_split', sql`${table.commissionCents} + ${table.netCents} = ${table.grossCents}`),
    check('earnings_cause', sql`(${table.chargeId} is null) <> (${table.paymentId} is null)`),
  ],
);

/** One row per full or partial refund of a sale. Statistics count it on its own day, not on that of the sale. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    earningId: uuid()
      .notNull()
      .references(() => earnings.id),
    performerId: person(),
    userId: person(),
    type: text().$type<EarningType>().notNull(),
    /** The refunded amount, and the shares of the site and the performer. */
    grossCents: bigint(cents).notNull(),
    commissionCents: bigint(cents).notNull(),
    netCents: bigint(cents).notNull(),
    /** From an operator or a gateway. */
    reason: text().notNull().default(''),
    transferId: uuid().notNull().unique(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('refunds_performer_created').on(table.performerId, table.createdAt),
    index('refunds_created').on(table.createdAt),
    index('refunds_earning').on(table.earningId),
    check('refunds_split', sql`${table.commissionCents} + ${table.netCents} = ${table.grossCents}`),
    check('refunds_some', sql`${table.grossCents} > 0`),
  ],
);

/**
 * Payouts that are paid with one file for the bank or PayPal. The file is generated for each download and not stored, because it
 * contains account numbers.
 */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: uuid().primaryKey(),
    format: text().$type<PayoutBatchFormat>().notNull(),
    currency: text().notNull(),
    madeById: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [index('payout_batches_updated').on(table.updatedAt, table.id), index('payout_batches_created').on(table.createdAt, table.id)],
);

export const payoutRequests = pgTable(
  'payout_requests',
  {
    id: uuid().primaryKey(),
    performerId: person(),
    amountCents: bigint(cents).notNull(),
    method: text().$type<(typeof payoutMethods)[number]>().notNull(),
    accountShown: text().notNull(),
    status: text().$type<PayoutStatus>().notNull().default('pending'),
    requestNote: text().notNull().default(''),
    operatorNote: text().notNull().default(''),
    reference: text().notNull().default(''),
    /** Counts its holds: part of the hold's account id, so that each hold has its own ledger account. */
    round: integer().notNull().default(1),
    /** The idempotency key at the gateway, stored before the request. */
    gatewayKey: text().unique(),
    gatewayId: text(),
    /** The amount that the gateway returned after the payout. */
    reversedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** The payout file that contains it. */
    batchId: uuid().references(() => payoutBatches.id),
    decidedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('payout_requests_batch').on(table.batchId),
    uniqueIndex('payout_requests_open')
      .on(table.performerId)
      .where(sql`${table.status} in ('pending', 'approved')`),
    index('payout_requests_performer').on(table.performerId, table.updatedAt, table.id),
    index('payout_requests_status').on(table.status, table.updatedAt, table.id),
    index('payout_requests_updated').on(table.updatedAt, table.id),
  ],
);

/** The sales that a payout covers, with the amount of each. */
export const payoutSales = pgTable(
  'payout_sales',
  {
    payoutId: uuid()
      .notNull()
      .references(() => payoutRequests.id),
    earningId: uuid()
      .notNull()
      .references(() => earnings.id),
    cents: bigint(cents).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payoutId, table.earningId] }),
    index('payout_sales_earning').on(table.earningId),
    check('payout_sales_some', sql`${table.cents} > 0`),
  ],
);

/** A performer's account at a gateway, to which payouts may go. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    performerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    gateway: text().notNull(),
    gatewayAccountId: text().notNull(),
    isReady: boolean().notNull().default(false),
    requirements: jsonb().$type<string[]>().notNull().default([]),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.performerId, table.gateway] }),
    uniqueIndex('payout_accounts_gateway').on(table.gateway, table.gatewayAccountId),
  ],
);

/** Requests by idempotency key, with their response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of the endpoint and the request. */
    digest: text().notNull(),
    /** The encoded response and its status; null if the response is derived from the state of `subjectId`. */
    answer: jsonb(),
    status: integer(),
    /** The entity that the first request created, if its work continues outside the transaction. */
    subjectId: uuid(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('idempotency_keys_created').on(table.createdAt)],
);

/** Balance adjustments that operators propose. They take effect once another operator has approved them. */
export const ledgerAdjustments = pgTable(
  'ledger_adjustments',
  {
    id: uuid().primaryKey(),
    personId: person(),
    /** The ledger account at the time of the proposal. It is stored, because a fan can become a performer before the decision. */
    account: text().notNull(),
    /** The change of the balance; may be negative. */
    amountCents: bigint(cents).notNull(),
    reason: text().notNull(),
    status: text().$type<AdjustmentStatus>().notNull(),
    proposedBy: person(),
    decidedBy: uuid().references(() => accounts.id),
    /** Approved by the same operator who proposed it, as the only operator. */
    decidedAlone: boolean().notNull().default(false),
    decidedAt: timestamp(instant),
    note: text(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    check('ledger_adjustments_amount', sql`amount_cents <> 0`),
    check('ledger_adjustments_two_persons', sql`status <> 'approved' or decided_alone or decided_by <> proposed_by`),
    index('ledger_adjustments_updated').on(table.updatedAt, table.id),
    index('ledger_adjustments_person').on(table.personId, table.updatedAt),
    index('ledger_adjustments_pending')
      .on(table.updatedAt, table.id)
      .where(sql`status = 'pending'`),
  ],
);
