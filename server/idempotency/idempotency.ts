/**
 * Once per key: a request that moves money carries the key of its intention, and has its effect once however often it
 * arrives. The key is stored in the transaction that does the work, so that both are there or neither.
 */
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { limits } from '@contract/limits';
import { inTransaction, type Context } from '../context';
import { idempotencyKeys } from '../db/schema/schema';
import { fail } from '../failure';

/** What a caller wants: the same key with the same digest is the same wish. */
export interface Intention {
  accountId: string;
  /** Null: the caller gave none, and each request is a wish of its own. */
  key: string | null;
  digest: string;
}

/** An answer that was given before, as it travelled. */
export class Replayed {
  readonly status: number;
  readonly answer: unknown;
  constructor(status: number, answer: unknown) {
    this.status = status;
    this.answer = answer;
  }
}

/** JSON with its keys in order, so that the same content has the same text. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The digest of an endpoint's name and all that was sent to it, as it travelled. */
export function digestOfRequest(name: string, parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(ordered([name, ...parts]))
    .digest('base64url');
}

interface Known {
  answer: unknown;
  status: number | null;
  subjectId: string | null;
}

/** How long whoever finds the same request running is asked to wait. */
const runningRetry_s = 1;

/**
 * Takes the key in the transaction of `tx`; answers what is known of an earlier request with it, or null when this is the
 * first. Refuses with request_in_progress while the first runs, and idempotency_key_reused when it asked for something else.
 */
async function take(tx: Context, { accountId, key, digest }: Intention, subjectId: string | null): Promise<Known | null> {
  if (key === null) return null;
  const { rows } = await tx.db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${key}`}, 1)) as free`,
  );
  if (rows[0]?.free !== true) fail('request_in_progress', { retryAfter_s: runningRetry_s });
  const [known] = await tx.db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)));
  if (known && known.digest !== digest) fail('idempotency_key_reused');
  if (known) return known;
  await tx.db.insert(idempotencyKeys).values({ accountId, key, digest, subjectId, createdAt: tx.clock.now() });
  return null;
}

/**
 * Runs `work` in one transaction with the key; the second time its first answer comes back. `encode` gives an answer's
 * wire form. What `work` refuses leaves nothing behind: the same request may then be tried again.
 */
export function once<T>(
  ctx: Context,
  intention: Intention,
  encode: (result: T) => unknown,
  work: (tx: Context) => Promise<T>,
): Promise<T | Replayed> {
  return inTransaction(ctx, async (tx) => {
    const known = await take(tx, intention, null);
    if (known) return new Replayed(known.status ?? 200, known.answer);
    const result = await work(tx);
    if (intention.key !== null)
      await tx.db
        .update(idempotencyKeys)
        .set({ answer: encode(result), status: 200 })
        .where(and(eq(idempotencyKeys.accountId, intention.accountId), eq(idempotencyKeys.key, intention.key)));
    return result;
  });
}

/**
 * For work that goes on outside the database: the id of the thing that the first request with this key began, which is
 * `subjectId` when this is the first. Call it in the transaction that writes the thing; its present state is the answer.
 */
export async function firstOf(tx: Context, intention: Intention, subjectId: string): Promise<string> {
  const known = await take(tx, intention, subjectId);
  return known?.subjectId ?? subjectId;
}

/** Forgets keys that are older than anybody repeats a request. */
export async function forgetOldKeys(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.idempotencyKept_s * 1000);
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
