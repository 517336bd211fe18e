/** Setting up and removing two-factor. Each change notifies the owner on the site and by mail. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, sessions } from '../../platform/db/schema/accounts';
import { secondFactors } from '../../platform/db/schema/two-factor';
import { fail } from '../../kernel/api-error';
import { requiresTwoFactor, type Actor } from '../../platform/http/actor';
import { sendMail } from '../../platform/mail/mail';
import { notifySecurity } from '../notifications/security';
import { verifyPasskey, type PasskeyResponse } from '../passkeys/passkeys';
import { accountPath, authorityOfOwner, type Authority } from '../people/change';
import { findAccount, lockAccount, nameOf, type AccountRow } from '../people/rows';
import { assertRecentlyAuthenticated, assertRecentSecondFactor, revokeSessions, markAuthenticated } from '../sessions/sessions';
import { otpauthUri, newSecret } from './app-codes';
import { withCode } from './codes';
import { revokeTrustedDevices, listDevices } from './devices';
import { dropRecoveryCodes, recoveryCodesLeft, renewRecoveryCodes } from './recovery';

const messages = {
  on: 'Two-step verification was turned on for your account.',
  off: 'Two-step verification was turned off for your account.',
  codes: 'New recovery codes were created for your account.',
  reset: 'Our team turned off two-step verification for your account.',
} as const;

async function notifyChange(tx: Context, account: AccountRow, change: keyof typeof messages): Promise<void> {
  const at = tx.clock.now();
  await notifySecurity(tx, account, { text: messages[change], section: 'security', event: `second-step:${change}:${at.toISOString()}` });
  if (account.email === null) return;
  const securityLink = `${tx.config.siteUrl}${accountPath(account)}?section=security`;
  await sendMail(tx, 'second-step-changed', account.email, { name: nameOf(account), change: messages[change], at, securityLink });
}

const assertOff = ({ twoFactorAt }: Pick<AccountRow, 'twoFactorAt'>): void => {
  if (twoFactorAt !== null) fail('two_factor_on');
};
const assertOn = ({ twoFactorAt }: Pick<AccountRow, 'twoFactorAt'>): void => {
  if (twoFactorAt === null) fail('two_factor_off');
};

async function setTwoFactor(tx: Context, accountId: string, twoFactorAt: Date | null): Promise<void> {
  await tx.db.update(accounts).set({ twoFactorAt, updatedAt: tx.clock.now() }).where(eq(accounts.id, accountId));
  await revokeTrustedDevices(tx, accountId);
}

/** The two-factor status and trusted devices of an account. */
export async function twoFactorStatus(ctx: Context, accountId: string) {
  const account = await findAccount(ctx, accountId);
  const since = account?.twoFactorAt ?? null;
  const [left, devices] = [await recoveryCodesLeft(ctx, accountId), await listDevices(ctx, accountId)];
  return { isOn: since !== null, since, recoveryCodesLeft: left, devices };
}

/**
 * Creates a secret, which is not active until a code confirms it; replaces an earlier one. Rejects with reauthentication_required and
 * two_factor_on.
 */
export async function beginSetup(ctx: Context, actor: Actor): Promise<{ secret: string; uri: string }> {
  assertRecentlyAuthenticated(ctx, actor);
  const { secret, sealed } = newSecret(ctx, actor.id);
  const person = await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
    assertOff(account);
    await tx.db
      .insert(secondFactors)
      .values({ accountId: actor.id, secretSealed: sealed, createdAt: tx.clock.now() })
      .onConflictDoUpdate({ target: secondFactors.accountId, set: { secretSealed: sealed, createdAt: tx.clock.now() } });
    return account.email ?? account.username ?? nameOf(account);
  });
  return { secret, uri: otpauthUri(secret, ctx.settings.values().siteName, person) };
}

/**
 * Enables two-factor and returns the recovery codes. Other sessions end. Rejects with reauthentication_required, two_factor_on,
 * two_factor_off if nothing was set up, code_invalid and too_many_requests.
 */
export function enableTwoFactor(ctx: Context, actor: Actor, code: string): Promise<string[]> {
  assertRecentlyAuthenticated(ctx, actor);
  return withCode(ctx, actor.id, code, assertOff, async (tx, account) => {
    const codes = await renewRecoveryCodes(tx, actor.id);
    await setTwoFactor(tx, actor.id, tx.clock.now());
    await revokeSessions(tx, actor.id, { except: actor.sessionId, reason: 'ended' });
    await recordSecondFactor(tx, actor);
    await notifyChange(tx, account, 'on');
    return codes;
  });
}

async function removeTwoFactor(tx: Context, accountId: string): Promise<void> {
  await tx.db.delete(secondFactors).where(eq(secondFactors.accountId, accountId));
  await dropRecoveryCodes(tx, accountId);
  await setTwoFactor(tx, accountId, null);
}

/**
 * Disables two-factor, except for operators while the site requires it. Rejects with second_step_required, reauthentication_required,
 * two_factor_off, code_invalid and too_many_requests.
 */
export function disableTwoFactor(ctx: Context, actor: Actor, code: string): Promise<void> {
  if (requiresTwoFactor(ctx, actor)) fail('second_step_required');
  assertRecentlyAuthenticated(ctx, actor);
  return withCode(ctx, actor.id, code, assertOn, async (tx, account) => {
    await removeTwoFactor(tx, actor.id);
    await notifyChange(tx, account, 'off');
  });
}

/** Removes two-factor on behalf of operators, in their transaction; every session ends. Rejects with two_factor_off. */
export async function resetTwoFactor(tx: Context, account: AccountRow): Promise<void> {
  assertOn(account);
  await removeTwoFactor(tx, account.id);
  await revokeSessions(tx, account.id, { reason: 'ended' });
  await notifyChange(tx, account, 'reset');
}

/**
 * `authorityOfOwner` for changes of the actor's own account. With two-factor on, a new address also requires a recent second factor.
 * Rejects with reauthentication_required.
 */
export async function authorityWithTwoFactor(
  ctx: Context,
  actor: Actor,
  changes: Parameters<typeof authorityOfOwner>[2],
): Promise<Authority> {
  const authority = await authorityOfOwner(ctx, actor.id, changes);
  if (authority.by === 'self' && authority.provenHash !== null && actor.hasTwoFactor) await assertRecentSecondFactor(ctx, actor);
  return authority;
}

/**
 * Replaces the recovery codes. A password alone is not enough, as it would turn into a second factor. Rejects with two_factor_off, and with
 * reauthentication_required without a recent second factor.
 */
export async function replaceRecoveryCodes(ctx: Context, actor: Actor): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
    assertOn(account);
    await assertRecentSecondFactor(tx, actor);
    const codes = await renewRecoveryCodes(tx, actor.id);
    await notifyChange(tx, account, 'codes');
    return codes;
  });
}

async function recordSecondFactor(tx: Context, actor: Actor): Promise<Date> {
  await tx.db.update(sessions).set({ secondStepAt: tx.clock.now() }).where(eq(sessions.id, actor.sessionId));
  return markAuthenticated(tx, actor);
}

/** Reauthenticates with a code; returns when the reauthentication expires. Rejects with code_invalid and too_many_requests. */
export async function reauthenticateByCode(ctx: Context, actor: Actor, code: string): Promise<Date> {
  const account = await findAccount(ctx, actor.id);
  // The same error as for a wrong code, since an account without two-factor has no codes.
  if (!account?.twoFactorAt) return fail('code_invalid');
  return withCode(ctx, actor.id, code, assertOn, (tx) => recordSecondFactor(tx, actor));
}

/** Reauthenticates with one of the account's passkeys; returns when the reauthentication expires. Rejects with code_invalid. */
export async function reauthenticateByPasskey(ctx: Context, actor: Actor, response: PasskeyResponse): Promise<Date> {
  const key = await verifyPasskey(ctx, response);
  return key?.accountId === actor.id ? recordSecondFactor(ctx, actor) : fail('code_invalid');
}
