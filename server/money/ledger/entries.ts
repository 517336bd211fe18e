/**
 * Reading an account's entries, with the balance after each. They are ordered by time, then by sequence number. The balance is a
 * running sum in that order, so that each range starts where the previous one ended.
 */
import { and, asc, desc, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { TransferReason } from '@contract/kernel/values/money';
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
  /** The account's balance after this entry. */
  balance_cents: bigint;
  createdAt: Date;
}

/** Both ends are inclusive. */
export interface EntryRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface EntriesQuery extends EntryRange {
  limit: number;
  cursor?: string | undefined;
}

const streamPageSize = 1000;

type Order = 'newest first' | 'oldest first';

/** Keyset cursor: the last entry returned, and the balance there. */
interface DecodedCursor {
  createdAt: Date;
  seq: bigint;
  balance_cents: bigint;
}

const integerText = z.string().regex(/^-?\d{1,18}$/);
const Cursor = z.tuple([z.iso.datetime(), integerText, integerText]);

/** A page of an account's entries, newest first. Rejects a cursor that it did not issue with invalid_request. */
export async function entriesOf(
  ctx: Pick<Context, 'db'>,
  account: AccountId,
  { limit, cursor, ...range }: EntriesQuery,
): Promise<{ entries: AccountEntry[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const { entries, next, hasMore } = await readEntryPage(ctx, account, range, 'newest first', after, limit);
  return { entries, nextCursor: hasMore && next ? encodeCursor(next) : null };
}

/** All entries of a range, oldest first, up to now when the range has no end. Reads page by page, so memory use does not grow. */
export async function* streamEntries(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: AccountId,
  range: EntryRange,
): AsyncGenerator<AccountEntry> {
  const closed = { from: range.from, to: range.to ?? ctx.clock.now() };
  let after: DecodedCursor | null = null;
  for (let hasMore = true; hasMore;) {
    const page: Page = await readEntryPage(ctx, account, closed, 'oldest first', after, streamPageSize);
    yield* page.entries;
    ({ next: after, hasMore } = page);
  }
}

/** The first `limit` entries of several holds, oldest first, in one query. */
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

/** An account's balance before an instant, in hundredths. */
export async function balanceBefore(ctx: Pick<Context, 'db'>, account: AccountId, at: Date): Promise<bigint> {
  const { rows } = await ctx.db.execute<{ cents: string }>(sql`select ${entrySumSql(account, lt(ledgerEntries.createdAt, at))} as cents`);
  return BigInt(rows[0]?.cents ?? 0);
}

interface Page {
  entries: AccountEntry[];
  next: DecodedCursor | null;
  hasMore: boolean;
}

async function readEntryPage(
  ctx: Pick<Context, 'db'>,
  account: AccountId,
  { from, to }: EntryRange,
  order: Order,
  after: DecodedCursor | null,
  limit: number,
): Promise<Page> {
  const isNewestFirst = order === 'newest first';
  const [direction, comparison] = isNewestFirst ? [desc, sql`<`] : [asc, sql`>`];
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
      // Read in the same statement as the entries, so that both see one snapshot.
      start: after === null ? startBalanceSql(account, { from, to }, order) : sql<string>`${String(after.balance_cents)}::text`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      and(
        eq(ledgerEntries.accountId, account),
        from && gte(createdAt, from),
        to && lte(createdAt, to),
        after
          ? sql`(${createdAt}, ${seq}) ${comparison} (${after.createdAt.toISOString()}::timestamptz, ${String(after.seq)}::bigint)`
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

/** The balance that the running sum starts from: at the end of the range when newest first, else before its start. */
function startBalanceSql(account: AccountId, { from, to }: EntryRange, order: Order): SQL<string> {
  if (order === 'oldest first') return from ? entrySumSql(account, lt(ledgerEntries.createdAt, from)) : sql<string>`'0'`;
  if (to) return entrySumSql(account, lte(ledgerEntries.createdAt, to));
  return sql<string>`(select coalesce(sum(${ledgerBalances.balance_cents}), 0)::text from ${ledgerBalances} where ${eq(ledgerBalances.accountId, account)})`;
}

const entrySumSql = (account: AccountId, condition: SQL): SQL<string> =>
  sql<string>`(select coalesce(sum(${ledgerEntries.amount_cents}), 0)::text from ${ledgerEntries} where ${eq(ledgerEntries.accountId, account)} and ${condition})`;

const encodeCursor = ({ createdAt, seq, balance_cents }: DecodedCursor): string =>
  Buffer.from(JSON.stringify([createdAt.toISOString(), String(seq), String(balance_cents)])).toString('base64url');

function decodeCursor(cursor: string): DecodedCursor {
  try {
    const [createdAt, seq, balance] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt: new Date(createdAt), seq: BigInt(seq), balance_cents: BigInt(balance) };
  } catch {
    return fail('invalid_request', { issues: [{ path: 'cursor', message: 'This cursor isn’t valid. Start from the first page.' }] });
  }
}

/** The id of the transfer that was posted under a key, or null. */
export async function transferIdOfKey(ctx: Pick<Context, 'db'>, key: string): Promise<string | null> {
  const [transfer] = await ctx.db.select({ id: ledgerTransfers.id }).from(ledgerTransfers).where(eq(ledgerTransfers.key, key));
  return transfer?.id ?? null;
}

/** What a transfer changed on one account, in hundredths. */
export async function accountChangeOf(ctx: Pick<Context, 'db'>, transferId: string, account: AccountId): Promise<bigint> {
  const [entry] = await ctx.db
    .select({ cents: ledgerEntries.amount_cents })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.transferId, transferId), eq(ledgerEntries.accountId, account)));
  return entry?.cents ?? 0n;
}
