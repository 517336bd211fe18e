/** Passwords: changing the current one, and resetting a forgotten one by a mailed link. */
import { eq } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/kernel/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, identities } from '../../platform/db/schema/accounts';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { sendMail } from '../../platform/mail/mail';
import { assertHuman } from '../../platform/captcha/captcha';
import { assertRedeemable, dropLinks, issueLink, redeemLink, wasJustIssued } from '../links/links';
import { dropPasskeys } from '../passkeys/passkeys';
import { assertPasswordUncommon, hashPassword, verifyPassword } from '../passwords/passwords';
import { notifySecurity } from '../notifications/security';
import { accountByLogin, findAccount, lockAccount, nameOf, type AccountRow } from '../people/rows';
import { revokeTrustedDevices } from '../two-factor/devices';
import { reauthenticateByCode, reauthenticateByPasskey } from '../two-factor/setup';
import { assertReauthenticated, revokeSessions, markAuthenticated } from '../sessions/sessions';

/** Account data that an attacker would guess in a password. */
export const guessableNamesOf = ({ username, email, name, firstName, lastName }: AccountRow) => [
  username,
  email,
  name,
  firstName,
  lastName,
];

/** Stores the hash, drops reset links and trusted devices, and notifies the owner. Runs in the caller's transaction. */
export async function storePassword(
  ctx: Context,
  row: Pick<AccountRow, 'id' | 'isPerformer' | 'email' | 'name' | 'username'>,
  passwordHash: string,
): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.update(accounts).set({ passwordHash, updatedAt: at }).where(eq(accounts.id, row.id));
  await dropLinks(ctx, row.id, 'reset-password');
  await revokeTrustedDevices(ctx, row.id);
  await notifySecurity(ctx, row, { text: 'Your password was changed.', section: 'password', event: `password:${at.toISOString()}` });
  if (row.email)
    await sendMail(ctx, 'password-changed', row.email, { name: nameOf(row), at, resetLink: `${ctx.config.siteUrl}/auth/forgot` });
}

/**
 * Changes the actor's password, or sets the first one; every other session ends. Rejects with wrong_account_kind, wrong_password,
 * password_too_common, and with reauthentication_required if the account has no password yet.
 */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  { password, currentPassword, source }: Parsed<Api['PUT /auth/users/me/password']>['body'],
): Promise<void> {
  if (source !== undefined && (source === 'performer') !== actor.isPerformer) fail('wrong_account_kind');
  const account = await findAccount(ctx, actor.id);
  if (account?.passwordHash) {
    if (!(await verifyPassword(ctx, account.passwordHash, currentPassword ?? ''))) failAt('currentPassword', 'wrong_password');
  } else {
    await assertReauthenticated(ctx, actor);
  }
  await assertPasswordUncommon(ctx, password, account ? guessableNamesOf(account) : []);
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const row = await lockAccount(tx, actor.id);
    // A concurrent change was faster: the compared password is no longer current.
    if (!row || row.passwordHash !== account?.passwordHash) return failAt('currentPassword', 'wrong_password');
    await storePassword(tx, row, passwordHash);
    await revokeSessions(tx, actor.id, { except: actor.sessionId, reason: 'password' });
    await markAuthenticated(tx, actor);
  });
}

/** Accepts a request for a reset link; the mail is sent by a job. Rejects with captcha_failed. */
export async function requestReset(ctx: Context, email: string, recaptchaToken: string | undefined): Promise<void> {
  await assertHuman(ctx, recaptchaToken);
  await ctx.jobs.enqueue(ctx.db, 'auth/reset-link', { email });
}

/** Mails the reset link if an account has the address. */
export async function sendRequestedReset(ctx: Context, email: string): Promise<void> {
  const account = await accountByLogin(ctx, email);
  if (!account || (await wasJustIssued(ctx, 'reset-password', account.id))) return;
  await inTransaction(ctx, async (tx) => {
    const link = await issueLink(tx, 'reset-password', { accountId: account.id, email });
    await sendMail(tx, 'reset-password', email, { name: nameOf(account), link });
  });
}

/** Removes every sign-in method except the password, as someone other than the owner may have set them up. */
export async function dropOtherSignInMethods(tx: Context, accountId: string): Promise<void> {
  await tx.db.delete(identities).where(eq(identities.accountId, accountId));
  await dropPasskeys(tx, accountId);
}

/**
 * Sets a new password with the link's token; every session ends. The link also confirms the address. If it was unconfirmed, other sign-in
 * methods may belong to someone else, so they are removed. Rejects with link_invalid or password_too_common.
 */
export async function resetPassword(ctx: Context, { token, password }: Parsed<Api['POST /auth/password-reset']>['body']): Promise<void> {
  await assertPasswordUncommon(ctx, password, []);
  // An invalid token is rejected before hashing. Hashing happens outside the transaction, which alone redeems the link.
  await assertRedeemable(ctx, 'reset-password', token);
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const { accountId, email } = await redeemLink(tx, 'reset-password', token);
    const row = await lockAccount(tx, accountId);
    if (row?.email !== email) return fail('link_invalid');
    // The owner is known only here. If this fails, the rollback keeps the link usable.
    await assertPasswordUncommon(tx, password, guessableNamesOf(row));
    if (row.emailVerifiedAt === null) {
      await dropOtherSignInMethods(tx, accountId);
      await tx.db.update(accounts).set({ emailVerifiedAt: tx.clock.now() }).where(eq(accounts.id, accountId));
    }
    await storePassword(tx, row, passwordHash);
    await revokeSessions(tx, accountId, { reason: 'password' });
  });
}

/** Reauthenticates the session; returns when the reauthentication expires. Rejects with wrong_password or code_invalid. */
export async function reauthenticate(
  ctx: Context,
  actor: Actor,
  { password, code, passkey }: Parsed<Api['POST /auth/reauthenticate']>['body'],
): Promise<Date> {
  if (code !== undefined) return reauthenticateByCode(ctx, actor, code);
  if (passkey !== undefined) return reauthenticateByPasskey(ctx, actor, passkey);
  const account = await findAccount(ctx, actor.id);
  if (!(await verifyPassword(ctx, account?.passwordHash ?? null, password ?? ''))) failAt('password', 'wrong_password');
  return markAuthenticated(ctx, actor);
}
