/** Who may be called what: the form of a username, reserved ones, taken ones, and what else could be had. */
import { inArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { reservedSegments } from '@contract/kernel/reserved';
import { Username } from '@contract/kernel/shapes';
import { paymentGateways } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, usernameHolds } from '../../platform/db/schema/schema';
import { failAt } from '../../kernel/api-error';

/** First path segments of the site and the host, and the names under which gateways call back. */
const reserved = new Set<string>([...Object.values(reservedSegments).flat(), ...paymentGateways]);
const proposalsMax = 3;
const candidates = 12;
const numbersBelow = 10_000;

/** Which of the names somebody has, or nobody may have for a while; one query each, however many names. */
async function takenOf(ctx: Context, names: string[], exceptId: string | null): Promise<Set<string>> {
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

/** Why nobody, or nobody but `exceptId`, may take this name now; null when it can be had. */
export async function usernameProblem(ctx: Context, username: string, exceptId: string | null = null): Promise<UsernameProblem | null> {
  const parsed = Username.safeParse(username);
  if (!parsed.success) return 'invalid_request';
  if (reserved.has(parsed.data)) return 'username_reserved';
  return (await takenOf(ctx, [parsed.data], exceptId)).has(parsed.data) ? 'username_taken' : null;
}

/** Refuses with username_reserved or username_taken. Two may still ask at once: the unique index decides. */
export async function assertUsernameFree(ctx: Context, username: string, exceptId: string | null = null): Promise<void> {
  const problem = await usernameProblem(ctx, username, exceptId);
  if (problem) failAt('username', problem);
}

/** The letters, digits and marks of a text that a username may have. */
function stemOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^a-z0-9._-]/g, '');
  const room = limits.username.lengthMax - String(numbersBelow).length;
  return plain.replaceAll(/^[._-]+|[._-]+$/g, '').slice(0, room) || 'member';
}

/** Up to three names near `text` that can be had now. */
export async function proposeUsernames(ctx: Context, text: string): Promise<string[]> {
  const stem = stemOf(text);
  const near = [stem, ...Array.from({ length: candidates }, () => `${stem}${String(ctx.chance.below(numbersBelow))}`)];
  const possible = [...new Set(near)].filter((name) => Username.safeParse(name).success && !reserved.has(name));
  const taken = await takenOf(ctx, possible, null);
  return possible.filter((name) => !taken.has(name)).slice(0, proposalsMax);
}
