/**
 * Passwords: argon2id over the hex SHA-256 of the password in NFKC (RFC 8265). Older hashes used the password as typed, so that digest is
 * tried second. If the site is set so, browsers compute the digest: the stored hash is the same, and a leaked digest is useless while
 * the setting is off.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { passwordOf } from '@contract/kernel/values/text';
import type { Context } from '../../platform/context';
import { failAt } from '../../kernel/api-error';
import { concurrencyLimit } from '../../platform/media/concurrency-limit';
import { isCommonDigest } from './common';
import { isGuessableWord } from './guessable-words';

/** Hashing is expensive: it runs on at most as many threads as there are cores, and further calls fail once 200 are queued. */
const limited = concurrencyLimit(Math.max(1, availableParallelism()), 200);

/** One digest, or two if the normalized password differs from the typed one. */
const digestsPattern = /^([0-9a-f]{64})([0-9a-f]{64})?$/i;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type HashingContext = Pick<Context, 'settings' | 'passwordHasher'>;

/** The digests that a password may be stored under, the current one first. */
function digestsOf(ctx: Pick<Context, 'settings'>, password: string): [string, ...string[]] {
  const sent = ctx.settings.values().hashPasswordOnClient ? digestsPattern.exec(password.toLowerCase()) : null;
  if (sent) return [sent[1] ?? '', ...(sent[2] === undefined ? [] : [sent[2]])];
  const normalized = passwordOf(password);
  return [sha256(normalized), ...(normalized === password ? [] : [sha256(password)])];
}

const digestOf = (ctx: Pick<Context, 'settings'>, password: string): string => digestsOf(ctx, password)[0];

/** The hash to store for a password, or for its digest if browsers send digests. */
export function hashPassword(ctx: HashingContext, password: string): Promise<string> {
  return limited(() => ctx.passwordHasher.hash(digestOf(ctx, password)));
}

/** Whether the password matches the hash. Without a hash it never does, and takes equally long. */
export function verifyPassword(ctx: HashingContext, passwordHash: string | null, password: string): Promise<boolean> {
  return limited(async () => {
    for (const digest of digestsOf(ctx, password)) if (await ctx.passwordHasher.verify(passwordHash, digest)) return true;
    return false;
  });
}

/** Rejects with password_too_common for listed passwords and those guessable from the names of the site and the person. */
export async function assertPasswordUncommon(
  ctx: Pick<Context, 'settings' | 'config' | 'clock'>,
  password: string,
  names: readonly (string | null | undefined)[],
): Promise<void> {
  const digest = digestOf(ctx, password);
  if ((await isCommonDigest(digest)) || isGuessableWord(ctx, digest, names)) failAt('password', 'password_too_common');
}
