/**
 * Once per key: a request that moves money, or brings a file, carries the key of its intention, and has its effect once however
 * often it arrives. The key is stored in the transaction that does the work, so that both are there or neither.
 */
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../context';
import { prepared, preparedInsert } from '../db/prepared';
import { idempotencyKeys } from '../db/schema/schema';
import { fail } from '../../kernel/api-error';

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
  digest: string;
  /** The wire form of the answer, and its status; null where the state of the subject is the answer. */
  answer: unknown;
  status: number | null;
  subject_id: string | null;
}

type KnownRow = { is_free: boolean } & (Known | { digest: null });
const knownOf = prepared<{ accountId: string; key: string }, KnownRow>(
  'idempotency_known',
  sql`select * from idempotency_known(${sql.placeholder('accountId')}, ${sql.placeholder('key')})`,
);
const remember = preparedInsert('idempotency_remember', idempotencyKeys, [
  'accountId',
  'key',
  'digest',
  'answer',
  'status',
  'subjectId',
  'createdAt',
]);

/** How long whoever finds the same request running is asked to wait. */
const runningRetry_s = 1;

/**
 * Takes the key until the transaction of `tx` ends; answers what is known of an earlier request with it, or null when this is
 * the first. Refuses with request_in_progress while the first runs, and idempotency_key_reused when it asked for something else.
 */
async function take(tx: Context, { accountId, key, digest }: Intention): Promise<Known | null> {
  if (key === null) return null;
  const [known] = await knownOf(tx.db, { accountId, key });
  if (!known?.is_free) return fail('request_in_progress', { retryAfter_s: runningRetry_s });
  if (known.digest === null) return null;
  return known.digest === digest ? known : fail('idempotency_key_reused');
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
    const known = await take(tx, intention);
    if (known) return new Replayed(known.status ?? 200, known.answer);
    const result = await work(tx);
    const { accountId, key, digest } = intention;
    if (key !== null)
      await remember(tx.db, {
        accountId,
        key,
        digest,
        answer: encode(result),
        status: 200,
        subjectId: null,
        createdAt: tx.clock.now(),
      });
    return result;
  });
}

/** Runs work in one transaction: as `once` does, or as `inTransaction` for who has no key. */
export type InOne<A, R> = (work: (tx: Context) => Promise<A>) => Promise<R>;

/**
 * The answer that was given to this intention before, or null: for requests whose reading takes something, such as an upload
 * that is used up by the first. Refuses with idempotency_key_reused. `once` alone decides between two that come together.
 */
export async function answeredBefore(ctx: Pick<Context, 'db'>, { accountId, key, digest }: Intention): Promise<Replayed | null> {
  if (key === null) return null;
  const [known] = await ctx.db
    .select({ digest: idempotencyKeys.digest, answer: idempotencyKeys.answer, status: idempotencyKeys.status })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)));
  if (!known) return null;
  return known.digest === digest ? new Replayed(known.status ?? 200, known.answer) : fail('idempotency_key_reused');
}

/**
 * For work that goes on outside the database: the id of the thing that the first request with this key began, which is
 * `subjectId` when this is the first. Call it in the transaction that writes the thing; its present state is the answer.
 */
export async function firstOf(tx: Context, intention: Intention, subjectId: string): Promise<string> {
  const known = await take(tx, intention);
  if (known) return known.subject_id ?? subjectId;
  const { accountId, key, digest } = intention;
  if (key !== null) await remember(tx.db, { accountId, key, digest, answer: null, status: null, subjectId, createdAt: tx.clock.now() });
  return subjectId;
}

/** Forgets keys that are older than anybody repeats a request. */
export async function forgetOldKeys(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.idempotencyKept_s * 1000);
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
