/** Usernames: format, reserved and taken ones, and suggestions. */
import { inArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { reservedSegments } from '@contract/kernel/reserved';
import { Username } from '@contract/kernel/shapes';
import { paymentGateways } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { accounts, usernameHolds } from '../../platform/db/schema/accounts';
import { failAt } from '../../kernel/api-error';

/** First path segments of the site and the API, and names of payment gateways, which have webhook paths. */
const reserved = new Set<string>([...Object.values(reservedSegments).flat(), ...paymentGateways]);
const proposalsMax = 3;
const candidateCount = 12;
const numberLimit = 10_000;

/** Which of the names are taken or held; two queries, however many names. */
async function unavailableAmong(ctx: Context, names: string[], exceptId: string | null): Promise<Set<string>> {
  const [rows, holds] = await Promise.all([
    ctx.db.select({ id: accounts.id, username: accounts.username }).from(accounts).where(inArray(accounts.username, names)),
    ctx.db.select({ username: usernameHolds.username }).from(usernameHolds).where(inArray(usernameHolds.username, names)),
  ]);
  return new Set([
    ...rows.filter(({ id }) => id !== exceptId).map(({ username }) => username ?? ''),
    ...holds.map(({ username }) => username),
  ]);
}

export type UsernameProblem = 'invalid_request' | 'username_reserved' | 'username_taken';

/** Why a username is unavailable, except to `exceptId`; null if it is available. */
export async function usernameProblem(ctx: Context, username: string, exceptId: string | null = null): Promise<UsernameProblem | null> {
  const parsed = Username.safeParse(username);
  if (!parsed.success) return 'invalid_request';
  if (reserved.has(parsed.data)) return 'username_reserved';
  return (await unavailableAmong(ctx, [parsed.data], exceptId)).has(parsed.data) ? 'username_taken' : null;
}

/** Rejects with username_reserved or username_taken. Does not prevent races: the unique index decides. */
export async function assertUsernameFree(ctx: Context, username: string, exceptId: string | null = null): Promise<void> {
  const problem = await usernameProblem(ctx, username, exceptId);
  if (problem) failAt('username', problem);
}

/** The part of a text that can begin a generated username; `member` if none can. */
function stemOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^a-z0-9._-]/g, '');
  const stemLengthMax = limits.username.lengthMax - String(numberLimit).length;
  return plain.replaceAll(/^[._-]+|[._-]+$/g, '').slice(0, stemLengthMax) || 'member';
}

/** Up to three available usernames similar to `text`. */
export async function proposeUsernames(ctx: Context, text: string): Promise<string[]> {
  const stem = stemOf(text);
  const candidates = [stem, ...Array.from({ length: candidateCount }, () => `${stem}${String(ctx.random.below(numberLimit))}`)];
  const allowed = [...new Set(candidates)].filter((name) => Username.safeParse(name).success && !reserved.has(name));
  const unavailable = await unavailableAmong(ctx, allowed, null);
  return allowed.filter((name) => !unavailable.has(name)).slice(0, proposalsMax);
}
