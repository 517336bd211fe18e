/**
 * Reading what happened on an account, with its balance after each entry. The order is that of instants, and of writing within
 * one; the balance is counted along that order, so that every range begins where the one before it ended and adds up.
 */
import { and, asc, desc, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { TransferReason } from '@contract/values';
import type { Context } from '../../platform/context';
import { ledgerBalances, ledgerEntries, ledgerTransfers } from '../../platform/db/schema/ledger';
import { fail } from '../../kernel/api-error';
import type { AccountId, Held } from './chart';

export interface AccountEntry {
  transferId: string;
  reason: TransferReason;
  subject: string;
  reversalOf: string | null;
  metadata: Record<string, unknown>;
  cents: bigint;
  /** What the account held after it. */
  balance_cents: bigint;
  createdAt: Date;
}

/** Both ends count. */
export interface Range {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface EntriesQuery extends Range {
  limit: number;
  cursor?: string | undefined;
}

const streamed = 1000;

type Order = 'newest first' | 'oldest first';

/** Behind which entry to go on, and the balance there. */
interface Place {
  createdAt: Date;
  seq: bigint;
  balance_cents: bigint;
}

const whole = z.string().regex(/^-?\d{1,18}$/);
const Cursor = z.tuple([z.iso.datetime(), whole, whole]);

/** A page of an account's entries, the newest first. Refuses with invalid_request a cursor that it did not give. */
export async function entriesOf(
  ctx: Pick<Context, 'db'>,
  account: AccountId,
  { limit, cursor, ...range }: EntriesQuery,
): Promise<{ entries: AccountEntry[]; nextCursor: string | null }> {
  const place = cursor === undefined ? null : placeOf(cursor);
  const { entries, next, hasMore } = await read(ctx, account, range, 'newest first', place, limit);
  return { entries, nextCursor: hasMore && next ? cursorOf(next) : null };
}

/**
 * All entries of a range, the oldest first, up to now where it has no end. Memory stays the same however many there are:
 * each is forgotten when the caller asks for the next.
 */
export async function* streamEntries(ctx: Pick<Context, 'db' | 'clock'>, account: AccountId, range: Range): AsyncGenerator<AccountEntry> {
  const closed = { from: range.from, to: range.to ?? ctx.clock.now() };
  let place: Place | null = null;
  for (let hasMore = true; hasMore;) {
    const page: Page = await read(ctx, account, closed, 'oldest first', place, streamed);
    yield* page.entries;
    ({ next: place, hasMore } = page);
  }
}

/** All that some holds saw, the oldest first, in one query; `limit` bounds what a long story of changes would bring. */
export async function entriesOfHolds(ctx: Pick<Context, 'db'>, holds: readonly Held[], limit: number): Promise<AccountEntry[]> {
  const rows = await ctx.db
    .select({ entry: ledgerEntries, transfer: ledgerTransfers })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(inArray(ledgerEntries.accountId, [...holds]))
    .orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.seq))
    .limit(limit);
  return rows.map(({ entry: { transferId, amount_cents, balanceAfter_cents, createdAt }, transfer }) => {
    const { reason, subject, reversalOf, metadata } = transfer;
    return { transferId, reason, subject, reversalOf, metadata, cents: amount_cents, balance_cents: balanceAfter_cents ?? 0n, createdAt };
  });
}

/** What an account held before an instant, in hundredths. */
export async function balanceBefore(ctx: Pick<Context, 'db'>, account: AccountId, at: Date): Promise<bigint> {
  const { rows } = await ctx.db.execute<{ cents: string }>(sql`select ${sumOf(account, lt(ledgerEntries.createdAt, at))} as cents`);
  return BigInt(rows[0]?.cents ?? 0);
}

interface Page {
  entries: AccountEntry[];
  next: Place | null;
  hasMore: boolean;
}

async function read(
  ctx: Pick<Context, 'db'>,
  account: AccountId,
  { from, to }: Range,
  order: Order,
  place: Place | null,
  limit: number,
): Promise<Page> {
  const isNewestFirst = order === 'newest first';
  const [direction, beyond] = isNewestFirst ? [desc, sql`<`] : [asc, sql`>`];
  const { createdAt, seq } = ledgerEntries;
  const rows = await ctx.db
    .select({
      transferId: ledgerEntries.transferId,
      reason: ledgerTransfers.reason,
      subject: ledgerTransfers.subject,
      reversalOf: ledgerTransfers.reversalOf,
      metadata: ledgerTransfers.metadata,
      cents: ledgerEntries.amount_cents,
      createdAt,
      seq,
      // In the statement of the entries themselves: nothing can happen in between.
      start: place === null ? startOf(account, { from, to }, order) : sql<string>`${String(place.balance_cents)}::text`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      and(
        eq(ledgerEntries.accountId, account),
        from && gte(createdAt, from),
        to && lte(createdAt, to),
        place
          ? sql`(${createdAt}, ${seq}) ${beyond} (${place.createdAt.toISOString()}::timestamptz, ${String(place.seq)}::bigint)`
          : undefined,
      ),
    )
    .orderBy(direction(createdAt), direction(seq))
    .limit(limit + 1);
  let balance_cents = BigInt(rows[0]?.start ?? 0);
  const entries: AccountEntry[] = [];
  for (const { transferId, reason, subject, reversalOf, metadata, cents, createdAt: at } of rows.slice(0, limit)) {
    if (!isNewestFirst) balance_cents += cents;
    entries.push({ transferId, reason, subject, reversalOf, metadata, cents, balance_cents, createdAt: at });
    if (isNewestFirst) balance_cents -= cents;
  }
  const last = rows[entries.length - 1];
  return { entries, next: last ? { createdAt: last.createdAt, seq: last.seq, balance_cents } : null, hasMore: rows.length > limit };
}

/** The balance from which a range is counted: at its end when the newest come first, else before its beginning. */
function startOf(account: AccountId, { from, to }: Range, order: Order): SQL<string> {
  if (order === 'oldest first') return from ? sumOf(account, lt(ledgerEntries.createdAt, from)) : sql<string>`'0'`;
  if (to) return sumOf(account, lte(ledgerEntries.createdAt, to));
  return sql<string>`(select coalesce(sum(${ledgerBalances.balance_cents}), 0)::text from ${ledgerBalances} where ${eq(ledgerBalances.accountId, account)})`;
}

const sumOf = (account: AccountId, condition: SQL): SQL<string> =>
  sql<string>`(select coalesce(sum(${ledgerEntries.amount_cents}), 0)::text from ${ledgerEntries} where ${eq(ledgerEntries.accountId, account)} and ${condition})`;

const cursorOf = ({ createdAt, seq, balance_cents }: Place): string =>
  Buffer.from(JSON.stringify([createdAt.toISOString(), String(seq), String(balance_cents)])).toString('base64url');

function placeOf(cursor: string): Place {
  try {
    const [createdAt, seq, balance] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt: new Date(createdAt), seq: BigInt(seq), balance_cents: BigInt(balance) };
  } catch {
    return fail('invalid_request', { issues: [{ path: 'cursor', message: 'This place in the list does not exist.' }] });
  }
}

/** The id of the transfer that was posted under a key, or null. */
export async function transferUnder(ctx: Pick<Context, 'db'>, key: string): Promise<string | null> {
  const [transfer] = await ctx.db.select({ id: ledgerTransfers.id }).from(ledgerTransfers).where(eq(ledgerTransfers.key, key));
  return transfer?.id ?? null;
}

/** What a transfer did to one account, in hundredths. */
export async function changeBy(ctx: Pick<Context, 'db'>, transferId: string, account: AccountId): Promise<bigint> {
  const [entry] = await ctx.db
    .select({ cents: ledgerEntries.amount_cents })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.transferId, transferId), eq(ledgerEntries.accountId, account)));
  return entry?.cents ?? 0n;
}
