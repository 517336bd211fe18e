/** Taking a transfer back, whole or in part: by a new transfer that names it, for nothing that is posted ever changes. */
import { eq, sql } from 'drizzle-orm';
import type { TransferReason } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { ledgerEntries, ledgerTransfers } from '../../platform/db/schema/ledger';
import { fail } from '../../kernel/api-error';
import { apportion } from './apportion';
import type { AccountId } from './chart';
import { postTransfer, type Entry, type Posted } from './post';

export interface Reversal {
  transferId: string;
  reason: TransferReason;
  key: string;
  /** How much of what the transfer moved goes back, in hundredths: all that is left where this is not said. */
  cents?: bigint;
  /** In place of the split: for money that can no longer come from where it went. They add up to zero. */
  entries?: readonly Entry[];
  /** Accounts without a floor of their own that must not be left below zero by this reversal. */
  covered?: readonly AccountId[];
  metadata?: Record<string, unknown>;
}

/**
 * Takes back what is left of a transfer, or `cents` of it: every account gives or gets in proportion to what it has left of
 * the transfer, exact to the hundredth, and several parts together are the whole. Earnings may fall below zero; where a
 * wallet would, this refuses with insufficient_balance, and the caller says by `entries` who bears it. A reversal can itself be
 * taken back, for good, and what it reversed can then be reversed anew. Refuses with already_refunded when less is left than is
 * asked for, with insufficient_balance when a covered account has too little, and with idempotency_key_reused.
 */
export async function reverse(ctx: Context, reversal: Reversal): Promise<Posted> {
  const { transferId, reason, key, cents, entries, covered = [], metadata = {} } = reversal;
  const content = { transferId, reason, cents, entries: entries?.map((entry) => `${entry.account} ${entry.cents}`).sort(), metadata };
  return inTransaction(ctx, async (tx) => {
    const subject = await takeTurn(tx, transferId);
    const earlier = await entriesUnder(tx, key);
    const named = { reason, subject, key, content, covered, reversalOf: transferId, metadata };
    return postTransfer(tx, { ...named, entries: earlier ?? entries ?? (await partsOf(tx, transferId, cents)) });
  });
}

/** Waits until no other reversal of the transfer runs; answers the transfer's subject. Refuses what took a reversal back. */
async function takeTurn(ctx: Context, transferId: string): Promise<string> {
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

/** What the key has already posted, or null: a repetition is no matter of what is left. */
async function entriesUnder(ctx: Context, key: string): Promise<Entry[] | null> {
  const rows = await ctx.db
    .select({ account: ledgerEntries.accountId, cents: ledgerEntries.amount_cents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(eq(ledgerTransfers.key, key));
  return rows.length > 0 ? rows : null;
}

interface Part {
  account: AccountId;
  /** What the transfer did to the account. */
  original: bigint;
  /** What earlier reversals have left of that. */
  left: bigint;
}

/** How much of a reversal was itself taken back. */
const takenBack = sql`coalesce((select sum(b.amount_cents) from ledger_transfers b where b.reversal_of = ${sql.raw('ledger_transfers.id')}), 0)`;

async function partsOf(ctx: Context, transferId: string, wanted: bigint | undefined): Promise<Entry[]> {
  const [parts, [done]] = await Promise.all([
    readParts(ctx, transferId),
    ctx.db
      .select({ cents: sql<string>`coalesce(sum(${ledgerTransfers.amount_cents} - ${takenBack}), 0)` })
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.reversalOf, transferId)),
  ]);
  const moved = parts.reduce((total, { original }) => (original > 0n ? total + original : total), 0n);
  const left = moved - BigInt(done?.cents ?? 0);
  const cents = wanted ?? left;
  if (left === 0n || cents > left) fail('already_refunded');
  const split = (side: Part[], sign: bigint): Entry[] => {
    const lefts = side.map((part) => (part.left * sign > 0n ? part.left * sign : 0n));
    const isClean = lefts.reduce((total, one) => total + one, 0n) === left;
    // Earlier reversals went by entries of their own: what they left of each account says nothing, what was posted does.
    const shares = apportion(cents, isClean ? lefts : side.map(({ original }) => original * sign));
    return side.map(({ account }, index) => ({ account, cents: -sign * (shares[index] ?? 0n) }));
  };
  const given = parts.filter(({ original }) => original < 0n);
  const received = parts.filter(({ original }) => original > 0n);
  return [...split(given, -1n), ...split(received, 1n)];
}

async function readParts(ctx: Context, transferId: string): Promise<Part[]> {
  const { rows } = await ctx.db.execute<{ account: AccountId; original: string; left: string }>(sql`
    select e.account_id as account, e.amount_cents as original, e.amount_cents + coalesce((
      select sum(back.amount_cents) from ledger_transfers r join ledger_entries back on back.transfer_id = r.id
      where back.account_id = e.account_id
        and (r.reversal_of = ${transferId} or r.reversal_of in (select id from ledger_transfers where reversal_of = ${transferId}))
    ), 0) as left
    from ${ledgerEntries} e where e.transfer_id = ${transferId} order by e.account_id collate "C"`);
  return rows.map(({ account, original, left }) => ({ account, original: BigInt(original), left: BigInt(left) }));
}
