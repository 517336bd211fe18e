/** Reversing a transfer, in whole or in part, by a new transfer that references it: posted transfers never change. */
import { eq, sql } from 'drizzle-orm';
import type { TransferReason } from '@contract/kernel/values/money';
import { inTransaction, type Context } from '../../platform/context';
import { ledgerEntries, ledgerTransfers } from '../../platform/db/schema/ledger';
import { fail } from '../../kernel/api-error';
import { apportion } from './apportion';
import type { AccountId } from './chart';
import { postTransfer, type TransferEntry, type PostedTransfer } from './post';

export interface Reversal {
  transferId: string;
  reason: TransferReason;
  key: string;
  /** How much of the transfer to reverse, in hundredths. Defaults to all that is left. */
  cents?: bigint;
  /** Replaces the proportional split, for money that can no longer come from where it went. Entries add up to zero. */
  entries?: readonly TransferEntry[];
  /** Accounts without a floor that this reversal must not leave below zero. */
  covered?: readonly AccountId[];
  metadata?: Record<string, unknown>;
}

/**
 * Reverses the rest of a transfer, or `cents` of it. Each account is credited or debited in proportion to its part of the transfer
 * that is not yet reversed, exact to the cent, and several partial reversals add up to the whole. Earnings may fall below zero. A
 * wallet may not: then this rejects with insufficient_balance, and the caller has to pass `entries`. A reversal can itself be
 * reversed, once; what it reversed can then be reversed again. Rejects with already_refunded when `cents` is more than is left, with
 * insufficient_balance when a covered account has too little, and with idempotency_key_reused.
 */
export async function reverse(ctx: Context, reversal: Reversal): Promise<PostedTransfer> {
  const { transferId, reason, key, cents, entries, covered = [], metadata = {} } = reversal;
  const idempotencyPayload = {
    transferId,
    reason,
    cents,
    entries: entries?.map((entry) => `${entry.account} ${entry.cents}`).sort(),
    metadata,
  };
  return inTransaction(ctx, async (tx) => {
    const subject = await lockTransfer(tx, transferId);
    const earlier = await entriesOfKey(tx, key);
    const transfer = { reason, subject, key, idempotencyPayload, covered, reversalOf: transferId, metadata };
    return postTransfer(tx, { ...transfer, entries: earlier ?? entries ?? (await proportionalEntries(tx, transferId, cents)) });
  });
}

/** Locks the transfer against concurrent reversals and returns its subject. Rejects the reversal of a reversal's reversal. */
async function lockTransfer(ctx: Context, transferId: string): Promise<string> {
  const [original] = await ctx.db
    .select({
      subject: ledgerTransfers.subject,
      isFinal: sql<boolean>`exists (select from ledger_transfers r where r.id = ${ledgerTransfers}.reversal_of and r.reversal_of is not null)`,
    })
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.id, transferId))
    .for('no key update');
  if (!original) throw new Error(`there is no transfer ${transferId} to reverse`);
  if (original.isFinal) fail('already_refunded');
  return original.subject;
}

/** The entries already posted under the key, or null: a retry does not depend on what is left. */
async function entriesOfKey(ctx: Context, key: string): Promise<TransferEntry[] | null> {
  const rows = await ctx.db
    .select({ account: ledgerEntries.accountId, cents: ledgerEntries.amount_cents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(eq(ledgerTransfers.key, key));
  return rows.length > 0 ? rows : null;
}

interface ReversibleEntry {
  account: AccountId;
  /** What the transfer did to the account. */
  original: bigint;
  /** What earlier reversals have left of that. */
  left: bigint;
}

/** How much of a reversal was itself reversed. */
const reversedCents = sql`coalesce((select sum(b.amount_cents) from ledger_transfers b where b.reversal_of = ${sql.raw('ledger_transfers.id')}), 0)`;

async function proportionalEntries(ctx: Context, transferId: string, requested: bigint | undefined): Promise<TransferEntry[]> {
  const [parts, [earlierReversals]] = await Promise.all([
    readReversibleEntries(ctx, transferId),
    ctx.db
      .select({ cents: sql<string>`coalesce(sum(${ledgerTransfers.amount_cents} - ${reversedCents}), 0)` })
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.reversalOf, transferId)),
  ]);
  const moved = parts.reduce((total, { original }) => (original > 0n ? total + original : total), 0n);
  const left = moved - BigInt(earlierReversals?.cents ?? 0);
  const cents = requested ?? left;
  if (left === 0n || cents > left) fail('already_refunded');
  const split = (side: ReversibleEntry[], sign: bigint): TransferEntry[] => {
    const leftByAccount = side.map((part) => (part.left * sign > 0n ? part.left * sign : 0n));
    const isProportional = leftByAccount.reduce((total, amount) => total + amount, 0n) === left;
    // After reversals with explicit entries, the remaining amounts per account do not add up to `left`. Then the original entries
    // are the weights.
    const shares = apportion(cents, isProportional ? leftByAccount : side.map(({ original }) => original * sign));
    return side.map(({ account }, index) => ({ account, cents: -sign * (shares[index] ?? 0n) }));
  };
  const debits = parts.filter(({ original }) => original < 0n);
  const credits = parts.filter(({ original }) => original > 0n);
  return [...split(debits, -1n), ...split(credits, 1n)];
}

async function readReversibleEntries(ctx: Context, transferId: string): Promise<ReversibleEntry[]> {
  const { rows } = await ctx.db.execute<{ account: AccountId; original: string; left: string }>(sql`
    select e.account_id as account, e.amount_cents as original, e.amount_cents + coalesce((
      select sum(back.amount_cents) from ledger_transfers r join ledger_entries back on back.transfer_id = r.id
      where back.account_id = e.account_id
        and (r.reversal_of = ${transferId} or r.reversal_of in (select id from ledger_transfers where reversal_of = ${transferId}))
    ), 0) as left
    from ${ledgerEntries} e where e.transfer_id = ${transferId} order by e.account_id collate "C"`);
  return rows.map(({ account, original, left }) => ({ account, original: BigInt(original), left: BigInt(left) }));
}
