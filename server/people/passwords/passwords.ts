/**
 * Passwords: argon2id over the hex SHA-256 of what was typed, in the one spelling of its characters that NFKC gives (RFC 8265).
 * Before, it was made of the text as typed: where that differs, it is tried second. Browsers may make that digest themselves (a setting), so both
 * ways end in the same hash, and a digest that leaked opens nothing while the setting is off.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { passwordOf } from '@contract/values';
import type { Context } from '../../platform/context';
import { failAt } from '../../kernel/api-error';
import { gate } from '../../platform/media/concurrency-limit';
import { isCommonDigest } from './common';
import { isNearWord } from './guessable-words';

/** Hashing is dear: more than the cores can do waits in line, and a flood is refused. */
const inLine = gate(Math.max(1, availableParallelism()), 200);

/** One digest, or that of the normalised password and that of the typed one, where they differ. */
const digestsPattern = /^([0-9a-f]{64})([0-9a-f]{64})?$/i;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type World = Pick<Context, 'settings' | 'passwordHasher'>;

/** The digests that a given password may have been stored under, that of today first. */
function digestsOf(ctx: Pick<Context, 'settings'>, password: string): [string, ...string[]] {
  const sent = ctx.settings.values().hashPasswordOnClient ? digestsPattern.exec(password.toLowerCase()) : null;
  if (sent) return [sent[1] ?? '', ...(sent[2] === undefined ? [] : [sent[2]])];
  const normalised = passwordOf(password);
  return [sha256(normalised), ...(normalised === password ? [] : [sha256(password)])];
}

const digestOf = (ctx: Pick<Context, 'settings'>, password: string): string => digestsOf(ctx, password)[0];

/** The hash to store for a password, or for the digest of one where browsers make it. */
export function hashPassword(ctx: World, password: string): Promise<string> {
  return inLine(() => ctx.passwordHasher.hash(digestOf(ctx, password)));
}

/** Whether the password is the one of this hash. Without a hash it is never, and finding out takes as long. */
export function isPassword(ctx: World, passwordHash: string | null, password: string): Promise<boolean> {
  return inLine(async () => {
    for (const digest of digestsOf(ctx, password)) if (await ctx.passwordHasher.verify(passwordHash, digest)) return true;
    return false;
  });
}

/** Refuses passwords that attackers try first with password_too_common: those on the lists, and words near the site and the person's `names`. */
export async function assertUncommon(
  ctx: Pick<Context, 'settings' | 'config' | 'clock'>,
  password: string,
  names: readonly (string | null | undefined)[],
): Promise<void> {
  const digest = digestOf(ctx, password);
  if ((await isCommonDigest(digest)) || isNearWord(ctx, digest, names)) failAt('password', 'password_too_common');
}
