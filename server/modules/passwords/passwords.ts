/**
 * Passwords: argon2id over the hex SHA-256 of what was typed. Browsers may make that digest themselves (a setting), so both
 * ways end in the same hash, and a digest that leaked opens nothing while the setting is off.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Context } from '../../context';
import { failAt } from '../../failure';
import { gate } from '../../media/gate';
import { isCommonDigest } from './common';
import { isNearWord } from './near-words';

/** Hashing is dear: more than the cores can do waits in line, and a flood is refused. */
const inLine = gate(Math.max(1, availableParallelism()), 200);

const digestPattern = /^[0-9a-f]{64}$/i;

type World = Pick<Context, 'settings' | 'passwordHasher'>;

function digestOf(ctx: Pick<Context, 'settings'>, password: string): string {
  const isDigest = ctx.settings.values().hashPasswordOnClient && digestPattern.test(password);
  return isDigest ? password.toLowerCase() : createHash('sha256').update(password).digest('hex');
}

/** The hash to store for a password, or for the digest of one where browsers make it. */
export function hashPassword(ctx: World, password: string): Promise<string> {
  return inLine(() => ctx.passwordHasher.hash(digestOf(ctx, password)));
}

/** Whether the password is the one of this hash. Without a hash it is never, and finding out takes as long. */
export function isPassword(ctx: World, passwordHash: string | null, password: string): Promise<boolean> {
  return inLine(() => ctx.passwordHasher.verify(passwordHash, digestOf(ctx, password)));
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
