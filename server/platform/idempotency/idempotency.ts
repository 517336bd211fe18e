/**
 * Idempotency keys: a request that moves money or creates a file takes effect once per key, however often it is sent. The key is
 * stored in the transaction that does the work, so that both are committed or neither.
 */
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../context';
import { prepared, preparedInsert } from '../db/prepared';
import { idempotencyKeys } from '../db/schema/money';
import { fail } from '../../kernel/api-error';

/** An idempotent request: the same key with the same digest is a repetition. */
export interface IdempotentRequest {
  accountId: string;
  /** Null: the caller sent none, and each request is executed. */
  key: string | null;
  digest: string;
}

/** The stored response of an earlier request. `body` is in its wire form. */
export class ReplayedResponse {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** JSON with sorted keys, so that equal content has equal text. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The digest of an endpoint's name and the request, in its wire form. */
export function digestOfRequest(name: string, parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(canonicalJson([name, ...parts]))
    .digest('base64url');
}

interface StoredRequest {
  digest: string;
  /** The wire form of the response and its status; null if the state of the subject is the response. The column's name. */
  answer: unknown;
  status: number | null;
  subject_id: string | null;
}

type StoredRow = { is_free: boolean } & (StoredRequest | { digest: null });
const storedRequest = prepared<{ accountId: string; key: string }, StoredRow>(
  'idempotency_known',
  sql`select * from idempotency_known(${sql.placeholder('accountId')}, ${sql.placeholder('key')})`,
);
const storeRequest = preparedInsert('idempotency_remember', idempotencyKeys, [
  'accountId',
  'key',
  'digest',
  'answer',
  'status',
  'subjectId',
  'createdAt',
]);

/** Retry-After while the first request with the key is still running. */
const runningRetry_s = 1;

/**
 * Locks the key until the transaction of `tx` ends. Returns the stored request with this key, or null if this is the first. Throws
 * request_in_progress while the first is running, and idempotency_key_reused if it was a different request.
 */
async function lockKey(tx: Context, { accountId, key, digest }: IdempotentRequest): Promise<StoredRequest | null> {
  if (key === null) return null;
  const [stored] = await storedRequest(tx.db, { accountId, key });
  if (!stored?.is_free) return fail('request_in_progress', { retryAfter_s: runningRetry_s });
  if (stored.digest === null) return null;
  return stored.digest === digest ? stored : fail('idempotency_key_reused');
}

/**
 * Runs `work` in one transaction with the key; a repetition returns the first response. `encode` returns a response's wire form. An
 * error of `work` stores nothing: the same request can be tried again.
 */
export function once<T>(
  ctx: Context,
  idempotentRequest: IdempotentRequest,
  encode: (result: T) => unknown,
  work: (tx: Context) => Promise<T>,
): Promise<T | ReplayedResponse> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockKey(tx, idempotentRequest);
    if (stored) return new ReplayedResponse(stored.status ?? 200, stored.answer);
    const result = await work(tx);
    const { accountId, key, digest } = idempotentRequest;
    if (key !== null)
      await storeRequest(tx.db, {
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

/** Runs work in one transaction, with `once` or, without a key, with `inTransaction`. */
export type TransactionRunner<A, R> = (work: (tx: Context) => Promise<A>) => Promise<R>;

/**
 * The stored response of an earlier request, or null. For requests that consume something, e.g. an upload, before `once` is called.
 * Throws idempotency_key_reused. Only `once` decides between concurrent requests.
 */
export async function findStoredResponse(
  ctx: Pick<Context, 'db'>,
  { accountId, key, digest }: IdempotentRequest,
): Promise<ReplayedResponse | null> {
  if (key === null) return null;
  const [stored] = await ctx.db
    .select({ digest: idempotencyKeys.digest, answer: idempotencyKeys.answer, status: idempotencyKeys.status })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)));
  if (!stored) return null;
  return stored.digest === digest ? new ReplayedResponse(stored.status ?? 200, stored.answer) : fail('idempotency_key_reused');
}

/**
 * For work that continues outside the transaction: returns the id of the entity that the first request with this key created; that
 * is `subjectId` if this is the first. Call it in the transaction that inserts the entity. The entity's current state is the response.
 */
export async function claimSubjectId(tx: Context, idempotentRequest: IdempotentRequest, subjectId: string): Promise<string> {
  const stored = await lockKey(tx, idempotentRequest);
  if (stored) return stored.subject_id ?? subjectId;
  const { accountId, key, digest } = idempotentRequest;
  if (key !== null) await storeRequest(tx.db, { accountId, key, digest, answer: null, status: null, subjectId, createdAt: tx.clock.now() });
  return subjectId;
}

/** Deletes expired keys. */
export async function deleteExpiredKeys(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.idempotencyRetention_s * 1000);
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
