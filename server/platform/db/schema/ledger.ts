/**
 * The ledger's tables. Only the module `server/money/ledger` accesses them; its README documents the invariants. The baseline
 * migration has the triggers and the only function that inserts rows.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { TransferReason } from '@contract/kernel/values/money';
import type { AccountId } from '../../../money/ledger/chart';
import { instant } from './columns';

const cents = { mode: 'bigint' } as const;

/**
 * Balances: an account's balance is the sum of its rows. An account with a floor (its balance cannot be negative) has one row, which
 * postings lock. Other accounts have a row (slot) per concurrent posting, so that postings do not wait for each other.
 */
export const ledgerBalances = pgTable(
  'ledger_balances',
  {
    accountId: text().$type<AccountId>().notNull(),
    slot: smallint().notNull(),
    balance_cents: bigint('balance_cents', cents).notNull(),
    keepsFloor: boolean()
      .notNull()
      .generatedAlwaysAs(sql`account_id like 'wallet:%' or account_id like 'held:%'`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.slot] }),
    check('ledger_balances_floor', sql`not keeps_floor or (slot = 0 and balance_cents >= 0)`),
    check('ledger_balances_chart', sql`account_id ~ '^(wallet|earnings|held|receivable|platform|gateway|payouts):.'`),
  ],
);

/** Transfers: immutable. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: uuid().primaryKey(),
    reason: text().$type<TransferReason>().notNull(),
    /** The id of the cause: a charge, a payment, a payout request. */
    subject: text().notNull(),
    /** The idempotency key. */
    key: text().notNull(),
    /** Digest of the transfer's content, to detect another transfer with the same key. */
    digest: text().notNull(),
    reversalOf: uuid().references((): AnyPgColumn => ledgerTransfers.id),
    /** The transferred amount: the sum of the positive entries. */
    amount_cents: bigint('amount_cents', cents).notNull(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('ledger_transfers_key').on(table.key),
    index('ledger_transfers_subject').on(table.subject),
    index('ledger_transfers_reversals')
      .on(table.reversalOf)
      .where(sql`reversal_of is not null`),
    check('ledger_transfers_amount', sql`amount_cents > 0`),
    check('ledger_transfers_key_length', sql`length(key) between 1 and 400`),
  ],
);

/**
 * A transfer's entries, one per account: immutable. There are no foreign keys: one to balances would lock rows that all transfers
 * write to, and the trigger checks that the transfer exists, once for all its entries.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transferId: uuid().notNull(),
    accountId: text().$type<AccountId>().notNull(),
    amount_cents: bigint('amount_cents', cents).notNull(),
    /** Only for accounts with a floor: entries of other accounts are written concurrently and have no order. */
    balanceAfter_cents: bigint('balance_after_cents', cents),
    /** The order of insertion. */
    seq: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    /** A copy of the transfer's, for statements of one account. */
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.accountId] }),
    index('ledger_entries_statement').on(table.accountId, table.createdAt, table.seq),
    check('ledger_entries_amount', sql`amount_cents <> 0`),
  ],
);
