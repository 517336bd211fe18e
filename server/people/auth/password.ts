/** Passwords: changing the own one, and setting a new one by a link when it is forgotten. */
import { eq } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, identities } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { sendMail } from '../../mail/mail';
import { assertHuman } from '../../platform/captcha/captcha';
import { assertRedeemable, dropLinks, issueLink, redeemLink, wasJustIssued } from '../links/links';
import { dropPasskeys } from '../passkeys/passkeys';
import { assertUncommon, hashPassword, isPassword } from '../passwords/passwords';
import { notifySecurity } from '../notifications/notifications';
import { accountByLogin, findAccount, lockAccount, nameOf, type AccountRow } from '../../modules/people/people';
import { endTrust, reauthenticateByCode, reauthenticateByKey } from '../../modules/second-step/second-step';
import { assertProven, endSessions, markAuthenticated } from '../sessions/sessions';

/** What is guessed of an account. */
export const namesOf = ({ username, email, name, firstName, lastName }: AccountRow) => [username, email, name, firstName, lastName];

/** Stores the hash, ends the links that could set another, and tells the owner; in a transaction of the caller. */
export async function storePassword(
  ctx: Context,
  row: Pick<AccountRow, 'id' | 'isPerformer' | 'email' | 'name' | 'username'>,
  passwordHash: string,
): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.update(accounts).set({ passwordHash, updatedAt: at }).where(eq(accounts.id, row.id));
  await dropLinks(ctx, row.id, 'reset-password');
  await endTrust(ctx, row.id);
  await notifySecurity(ctx, row, { text: 'Your password was changed.', section: 'password', event: `password:${at.toISOString()}` });
  if (row.email)
    await sendMail(ctx, 'password-changed', row.email, { name: nameOf(row), at, resetLink: `${ctx.config.siteUrl}/auth/forgot` });
}

/**
 * Changes the own password, or sets the first one; every other session ends. Refuses with wrong_account_kind,
 * wrong_password, password_too_common, and reauthentication_required where there is no password to ask for.
 */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  { password, currentPassword, source }: Parsed<Api['PUT /auth/users/me/password']>['body'],
): Promise<void> {
  if (source !== undefined && (source === 'performer') !== actor.isPerformer) fail('wrong_account_kind');
  const known = await findAccount(ctx, actor.id);
  if (known?.passwordHash) {
    if (!(await isPassword(ctx, known.passwordHash, currentPassword ?? ''))) failAt('currentPassword', 'wrong_password');
  } else {
    await assertProven(ctx, actor);
  }
  await assertUncommon(ctx, password, known ? namesOf(known) : []);
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const row = await lockAccount(tx, actor.id);
    // Another change was quicker: what was compared is no longer the password.
    if (!row || row.passwordHash !== known?.passwordHash) return failAt('currentPassword', 'wrong_password');
    await storePassword(tx, row, passwordHash);
    await endSessions(tx, actor.id, { except: actor.sessionId, reason: 'password' });
    await markAuthenticated(tx, actor);
  });
}

/** Takes the request for a link; what follows from it happens after the answer. Refuses with captcha_failed. */
export async function requestReset(ctx: Context, email: string, recaptchaToken: string | undefined): Promise<void> {
  await assertHuman(ctx, recaptchaToken);
  await ctx.jobs.enqueue(ctx.db, 'auth/reset-link', { email });
}

/** Mails the link that sets a new password, where an account has the address. */
export async function sendRequestedReset(ctx: Context, email: string): Promise<void> {
  const account = await accountByLogin(ctx, email);
  if (!account || (await wasJustIssued(ctx, 'reset-password', account.id))) return;
  await inTransaction(ctx, async (tx) => {
    const link = await issueLink(tx, 'reset-password', { accountId: account.id, email });
    await sendMail(tx, 'reset-password', email, { name: nameOf(account), link });
  });
}

/** Takes every way in besides the password from an account: whoever set them up was perhaps not its person. */
export async function dropOtherWays(tx: Context, accountId: string): Promise<void> {
  await tx.db.delete(identities).where(eq(identities.accountId, accountId));
  await dropPasskeys(tx, accountId);
}

/**
 * Sets a new password with the link's token; every session ends. The link also proves the address: if it was not confirmed
 * before, whoever set up other ways to sign in was perhaps not its owner, so they go. Refuses with link_invalid or
 * password_too_common.
 */
export async function resetPassword(ctx: Context, { token, password }: Parsed<Api['POST /auth/password-reset']>['body']): Promise<void> {
  await assertUncommon(ctx, password, []);
  // A token that opens nothing costs no hash, and hashing holds no transaction: the link is used up only in there.
  await assertRedeemable(ctx, 'reset-password', token);
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const { accountId, email } = await redeemLink(tx, 'reset-password', token);
    const row = await lockAccount(tx, accountId);
    if (row?.email !== email) return fail('link_invalid');
    // Whose link it is, is known here alone; refused, it can be used again.
    await assertUncommon(tx, password, namesOf(row));
    if (row.emailVerifiedAt === null) {
      await dropOtherWays(tx, accountId);
      await tx.db.update(accounts).set({ emailVerifiedAt: tx.clock.now() }).where(eq(accounts.id, accountId));
    }
    await storePassword(tx, row, passwordHash);
    await endSessions(tx, accountId, { reason: 'password' });
  });
}

/** Proves again who is there; answers until when that counts. Refuses with wrong_password or code_invalid. */
export async function reauthenticate(
  ctx: Context,
  actor: Actor,
  { password, code, passkey }: Parsed<Api['POST /auth/reauthenticate']>['body'],
): Promise<Date> {
  if (code !== undefined) return reauthenticateByCode(ctx, actor, code);
  if (passkey !== undefined) return reauthenticateByKey(ctx, actor, passkey);
  const account = await findAccount(ctx, actor.id);
  if (!(await isPassword(ctx, account?.passwordHash ?? null, password ?? ''))) failAt('password', 'wrong_password');
  return markAuthenticated(ctx, actor);
}
