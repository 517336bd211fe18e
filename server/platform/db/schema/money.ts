/** What was sold and paid out. The ledger holds the money itself; these rows say what each transfer was for. */
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
} from '@contract/values';
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
    /** The session of a show that it was paid in or for. */
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
    /** Since when what was bought stays closed: its tokens went back to the card, and are owed. */
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
    // L8: what is bought to keep is bought once.
    uniqueIndex('charges_bought_once')
      .on(table.userId, table.targetId)
      .where(sql`${table.type} in ('feed', 'video', 'gallery', 'message', 'stream') and ${table.status} = 'success'`),
    index('charges_target').on(table.targetId),
    index('charges_session')
      .on(table.sessionId, table.createdAt)
      .where(sql`${table.sessionId} is not null`),
    check('charges_split', sql`${table.commissionCents} + ${table.earningCents} = ${table.priceCents}`),
  ],
);

/** One row per sale of a performer, by charge or by a subscription's payment. */
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
    /** What was given back of the gross price. */
    refundedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    source: text().notNull(),
    status: text().$type<(typeof earningStatuses)[number]>().notNull().default('available'),
    /** From then on it may be asked for in a payout. */
    availableAt: timestamp(instant).notNull(),
    /** How much of the net price payouts were asked for; those that were rejected do not count. */
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

/** One row per giving back of a sale, whole or in part: it counts on its own day, not on that of the sale. */
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
    /** What went back, and who bore how much of it. */
    grossCents: bigint(cents).notNull(),
    commissionCents: bigint(cents).notNull(),
    netCents: bigint(cents).notNull(),
    /** Why, in an operator's or a gateway's words. */
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

/** Payouts that are paid together by a file for the bank or PayPal. The file itself is made anew each time: it holds accounts in full. */
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
    /** How often its hold was made anew: part of the hold's account name, so that no two holds share one. */
    round: integer().notNull().default(1),
    /** The key under which the gateway was asked to pay; set before it is asked. */
    gatewayKey: text().unique(),
    gatewayId: text(),
    /** What the gateway sent back after it was paid. */
    reversedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** The file by which it is paid together with others. */
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

/** Which sales a payout pays, and how much of each. */
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

/** Requests that moved money, under the key that the caller gave: what they were, and what they were answered. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 over the endpoint and all that was sent. */
    digest: text().notNull(),
    /** The wire form of the answer and its status; null where the state of `subjectId` is the answer. */
    answer: jsonb(),
    status: integer(),
    /** What the first request began, when its work goes on outside the database. */
    subjectId: uuid(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('idempotency_keys_created').on(table.createdAt)],
);

/** Corrections of balances that operators propose. The ledger moves nothing before another has approved one. */
export const ledgerAdjustments = pgTable(
  'ledger_adjustments',
  {
    id: uuid().primaryKey(),
    personId: person(),
    /** The balance in the ledger, as it was when this was proposed: somebody may become a performer meanwhile. */
    account: text().notNull(),
    /** What the balance gets; below zero, what is taken from it. */
    amountCents: bigint(cents).notNull(),
    reason: text().notNull(),
    status: text().$type<AdjustmentStatus>().notNull(),
    proposedBy: person(),
    decidedBy: uuid().references(() => accounts.id),
    /** Approved by whoever proposed it, as the only operator. */
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
