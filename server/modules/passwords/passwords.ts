/**
 * Passwords: argon2id over the hex SHA-256 of what was typed. Browsers may make that digest themselves (a setting), so both
 * ways end in the same hash, and a digest that leaked opens nothing while the setting is off.
 */
import { hash, verify } from '@node-rs/argon2';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Context } from '../../context';
import { failAt } from '../../failure';
import { gate } from '../../media/gate';
import { isCommonDigest } from './common';
import { isNearWord } from './near-words';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Nobody's password at the same cost: what accounts that have none are compared with, so that they take as long. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$2jKiQM0DmC2qI1E8YXw4Og$THH9qrD5agHtt1Y1utjWitiR7BC2LU6WDEa1icwXPaQ';
/** Hashing is dear: more than the cores can do waits in line, and a flood is refused. */
const inLine = gate(Math.max(1, availableParallelism()), 200);

const digestPattern = /^[0-9a-f]{64}$/i;

type World = Pick<Context, 'settings'>;

function digestOf(ctx: World, password: string): string {
  const isDigest = ctx.settings.values().hashPasswordOnClient && digestPattern.test(password);
  return isDigest ? password.toLowerCase() : createHash('sha256').update(password).digest('hex');
}

/** The hash to store for a password, or for the digest of one where browsers make it. */
export function hashPassword(ctx: World, password: string): Promise<string> {
  return inLine(() => hash(digestOf(ctx, password), cost));
}

/** Whether the password is the one of this hash. Without a hash it is never, and finding out takes as long. */
export async function isPassword(ctx: World, passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await inLine(() => verify(passwordHash ?? nobodys, digestOf(ctx, password)));
  return isRight && passwordHash !== null;
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
