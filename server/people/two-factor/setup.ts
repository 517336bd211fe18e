/** Setting the second step up and taking it away. Its person is told of each, where she reads and where she gets her mail. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, secondFactors, sessions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { demandsSecondStep, type Actor } from '../../platform/http/actor';
import { sendMail } from '../../mail/mail';
import { notifySecurity } from '../notifications/notifications';
import { provedKey, type KeyAnswer } from '../passkeys/passkeys';
import { accountPath, findAccount, lockAccount, nameOf, ownAuthority, type AccountRow, type Authority } from '../../modules/people/people';
import { assertRecentlyAuthenticated, assertSecondStepGiven, endSessions, markAuthenticated } from '../sessions/sessions';
import { addressForApp, newSecret } from './app-codes';
import { withCode } from './codes';
import { endTrust, listDevices } from './devices';
import { dropRecoveryCodes, recoveryCodesLeft, renewRecoveryCodes } from './recovery';

const told = {
  on: 'A second step was switched on for your account.',
  off: 'The second step of your account was switched off.',
  codes: 'New recovery codes were made for your account.',
  reset: 'The second step of your account was taken away by the people who run this site.',
} as const;

async function tell(tx: Context, account: AccountRow, change: keyof typeof told): Promise<void> {
  const at = tx.clock.now();
  await notifySecurity(tx, account, { text: told[change], section: 'security', event: `second-step:${change}:${at.toISOString()}` });
  if (account.email === null) return;
  const securityLink = `${tx.config.siteUrl}${accountPath(account)}?section=security`;
  await sendMail(tx, 'second-step-changed', account.email, { name: nameOf(account), what: told[change], at, securityLink });
}

const assertOff = ({ twoFactorAt }: Pick<AccountRow, 'twoFactorAt'>): void => {
  if (twoFactorAt !== null) fail('two_factor_on');
};
const assertOn = ({ twoFactorAt }: Pick<AccountRow, 'twoFactorAt'>): void => {
  if (twoFactorAt === null) fail('two_factor_off');
};

async function change(tx: Context, accountId: string, twoFactorAt: Date | null): Promise<void> {
  await tx.db.update(accounts).set({ twoFactorAt, updatedAt: tx.clock.now() }).where(eq(accounts.id, accountId));
  await endTrust(tx, accountId);
}

/** How the second step of an account stands, and which devices it trusts. */
export async function secondStepOf(ctx: Context, accountId: string) {
  const account = await findAccount(ctx, accountId);
  const since = account?.twoFactorAt ?? null;
  const [left, devices] = [await recoveryCodesLeft(ctx, accountId), await listDevices(ctx, accountId)];
  return { isOn: since !== null, since, recoveryCodesLeft: left, devices };
}

/** Makes a secret that asks for nothing yet; an earlier one is forgotten. Refuses with reauthentication_required and two_factor_on. */
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
  return { secret, uri: addressForApp(secret, ctx.settings.values().siteName, person) };
}

/**
 * Switches the second step on, and answers the recovery codes. Sessions that began without it end, but for this one. Refuses with
 * reauthentication_required, two_factor_on, two_factor_off when nothing was set up, code_invalid and too_many_requests.
 */
export function switchOn(ctx: Context, actor: Actor, code: string): Promise<string[]> {
  assertRecentlyAuthenticated(ctx, actor);
  return withCode(ctx, actor.id, code, assertOff, async (tx, account) => {
    const codes = await renewRecoveryCodes(tx, actor.id);
    await change(tx, actor.id, tx.clock.now());
    await endSessions(tx, actor.id, { except: actor.sessionId, reason: 'ended' });
    await noteSecondStep(tx, actor);
    await tell(tx, account, 'on');
    return codes;
  });
}

async function takeAway(tx: Context, accountId: string): Promise<void> {
  await tx.db.delete(secondFactors).where(eq(secondFactors.accountId, accountId));
  await dropRecoveryCodes(tx, accountId);
  await change(tx, accountId, null);
}

/**
 * Switches it off, which operators may not do of whom the site demands it. Refuses with second_step_required,
 * reauthentication_required, two_factor_off, code_invalid and too_many_requests.
 */
export function switchOff(ctx: Context, actor: Actor, code: string): Promise<void> {
  if (demandsSecondStep(ctx, actor)) fail('second_step_required');
  assertRecentlyAuthenticated(ctx, actor);
  return withCode(ctx, actor.id, code, assertOn, async (tx, account) => {
    await takeAway(tx, actor.id);
    await tell(tx, account, 'off');
  });
}

/** Takes an account's second step away for its operators, in their transaction; every session ends. Refuses with two_factor_off. */
export async function resetSecondStep(tx: Context, account: AccountRow): Promise<void> {
  assertOn(account);
  await takeAway(tx, account.id);
  await endSessions(tx, account.id, { reason: 'ended' });
  await tell(tx, account, 'reset');
}

/**
 * What the person proves for changes of her own, as `ownAuthority`; of who has a second step, another address takes that besides the
 * password. Refuses with reauthentication_required.
 */
export async function provenAuthority(ctx: Context, actor: Actor, changes: Parameters<typeof ownAuthority>[2]): Promise<Authority> {
  const authority = await ownAuthority(ctx, actor.id, changes);
  if (authority.by === 'self' && authority.provenHash !== null && actor.hasTwoFactor) await assertSecondStepGiven(ctx, actor);
  return authority;
}

/**
 * Puts new recovery codes in place of the ones before. The password alone does not do for it: who has no more than that would make
 * herself a second step. Refuses with reauthentication_required unless it was given in this session a moment ago, and two_factor_off.
 */
export async function renewCodes(ctx: Context, actor: Actor): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
    assertOn(account);
    await assertSecondStepGiven(tx, actor);
    const codes = await renewRecoveryCodes(tx, actor.id);
    await tell(tx, account, 'codes');
    return codes;
  });
}

async function noteSecondStep(tx: Context, actor: Actor): Promise<Date> {
  await tx.db.update(sessions).set({ secondStepAt: tx.clock.now() }).where(eq(sessions.id, actor.sessionId));
  return markAuthenticated(tx, actor);
}

/** Proves with a code who is there; answers until when that counts. Refuses with code_invalid and too_many_requests. */
export async function reauthenticateByCode(ctx: Context, actor: Actor, code: string): Promise<Date> {
  const account = await findAccount(ctx, actor.id);
  // Said as of any wrong code: nothing else can be asked for.
  if (!account?.twoFactorAt) return fail('code_invalid');
  return withCode(ctx, actor.id, code, assertOn, (tx) => noteSecondStep(tx, actor));
}

/** Proves with a passkey of her own who is there; answers until when that counts. Refuses with code_invalid. */
export async function reauthenticateByKey(ctx: Context, actor: Actor, answer: KeyAnswer): Promise<Date> {
  const key = await provedKey(ctx, answer);
  return key?.accountId === actor.id ? noteSecondStep(ctx, actor) : fail('code_invalid');
}
