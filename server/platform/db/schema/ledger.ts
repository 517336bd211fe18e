/**
 * The ledger's tables. Only the room `server/ledger` reads and writes them; its README has their laws, and the baseline
 * migration the triggers and the one function by which rows come to be.
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
import type { TransferReason } from '@contract/values';
import type { AccountId } from '../../../money/ledger/chart';
import { instant } from './columns';

const cents = { mode: 'bigint' } as const;

/**
 * What each account holds: the sum of its rows. An account that keeps a floor has one row, which its postings wait for; any
 * other has as many as were ever posted to at once, so that nobody waits there.
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

/** Movements of money, never changed. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: uuid().primaryKey(),
    reason: text().$type<TransferReason>().notNull(),
    /** The id of what the money moved for: a charge, a payment, a payout request. */
    subject: text().notNull(),
    /** One intention, one transfer. */
    key: text().notNull(),
    /** Of the content that came with the key. */
    digest: text().notNull(),
    reversalOf: uuid().references((): AnyPgColumn => ledgerTransfers.id),
    /** How much moved: what the entries above zero add up to. */
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
 * What a transfer did to an account, never changed. No foreign keys: to balances one would lock rows that all write to, and
 * that the transfer exists is part of what the trigger looks at, once for all entries.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transferId: uuid().notNull(),
    accountId: text().$type<AccountId>().notNull(),
    amount_cents: bigint('amount_cents', cents).notNull(),
    /** Only where the account keeps a floor: elsewhere entries are written at once and have no order. */
    balanceAfter_cents: bigint('balance_after_cents', cents),
    /** The order in which entries were written. */
    seq: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    /** The transfer's, repeated here for ranges of one account. */
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.accountId] }),
    index('ledger_entries_statement').on(table.accountId, table.createdAt, table.seq),
    check('ledger_entries_amount', sql`amount_cents <> 0`),
  ],
);
