/** Confirming addresses. Asking for a link tells nobody whether an account has the address. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { accounts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { redeemLink, wasJustIssued } from '../links/links';
import { notifyAddressChanged } from '../notifications/notifications';
import { accountByLogin, findAccount, leaveAddress, lockAccount, sendVerification } from '../../modules/people/people';

/** Sends the link again: to the own waiting or unconfirmed address, or to the address named, which happens after the answer. */
export async function requestVerification(ctx: Context, actor: Actor | null, email: string | undefined): Promise<void> {
  if (email !== undefined) return ctx.jobs.enqueue(ctx.db, 'auth/verification-link', { email });
  const account = actor && (await findAccount(ctx, actor.id));
  const address = account && (account.pendingEmail ?? (account.emailVerifiedAt === null ? account.email : null));
  if (account && address) await inTransaction(ctx, (tx) => sendVerification(tx, account, address));
}

/** Sends the link to an address that an account has and has not confirmed; does nothing about others. */
export async function sendRequestedVerification(ctx: Context, email: string): Promise<void> {
  const account = await accountByLogin(ctx, email);
  if (!account || account.emailVerifiedAt !== null || (await wasJustIssued(ctx, 'verify-email', account.id))) return;
  await inTransaction(ctx, (tx) => sendVerification(tx, account, email));
}

/** Confirms the address that the link was sent to; a waiting one takes effect. Refuses with link_invalid or email_taken. */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const { accountId, email } = await redeemLink(tx, 'verify-email', token);
      const row = await lockAccount(tx, accountId);
      if (row?.email !== email && row?.pendingEmail !== email) fail('link_invalid');
      const now = tx.clock.now();
      const pending = row.pendingEmail === email ? { email, pendingEmail: null } : {};
      await tx.db
        .update(accounts)
        .set({ ...pending, emailVerifiedAt: now, updatedAt: now })
        .where(eq(accounts.id, accountId));
      // An address that was never confirmed may be a stranger's: she is not given the account.
      await leaveAddress(tx, row, email, { canUndo: row.emailVerifiedAt !== null });
      if (row.email !== null && row.email !== email) await notifyAddressChanged(tx, row);
    });
  } catch (error) {
    if (violatedUnique(error) === 'accounts_email') fail('email_taken');
    throw error;
  }
}
