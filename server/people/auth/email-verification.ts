/** Email confirmation. A request for a link does not reveal whether an account has the address. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { accounts } from '../../platform/db/schema/accounts';
import { firstUndeliverable } from '../../platform/mail/bounces';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { verifyLink, wasJustIssued } from '../links/links';
import { notifyEmailChanged } from '../notifications/security';
import { type AccountRow, accountByLogin, findAccount, lockAccount } from '../people/rows';
import { recordFormerAddress } from '../people/former-addresses';
import { sendVerification } from '../people/verification';

/** Whether the address must be confirmed: for the first time, or again because mail to it bounced. */
const mustConfirmAddress = async (
  ctx: Context,
  { email, emailVerifiedAt }: Pick<AccountRow, 'email' | 'emailVerifiedAt'>,
): Promise<boolean> => emailVerifiedAt === null || (await firstUndeliverable(ctx, [email])) !== null;

/** Resends the link: to the account's pending or unconfirmed address, or by a job to the given address. */
export async function requestVerification(ctx: Context, actor: Actor | null, email: string | undefined): Promise<void> {
  if (email !== undefined) return ctx.jobs.enqueue(ctx.db, 'auth/verification-link', { email });
  const account = actor && (await findAccount(ctx, actor.id));
  const address = account && (account.pendingEmail ?? ((await mustConfirmAddress(ctx, account)) ? account.email : null));
  if (account && address) await inTransaction(ctx, (tx) => sendVerification(tx, account, address));
}

/** Mails the link if an account has the address and must still confirm it; otherwise does nothing. */
export async function sendRequestedVerification(ctx: Context, email: string): Promise<void> {
  const account = await accountByLogin(ctx, email);
  if (!account || !(await mustConfirmAddress(ctx, account)) || (await wasJustIssued(ctx, 'verify-email', account.id))) return;
  await inTransaction(ctx, (tx) => sendVerification(tx, account, email));
}

/**
 * Confirms the address that the link was sent to; a pending address takes effect. Repeating it changes nothing. Rejects with link_invalid
 * or email_taken.
 */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const { accountId, email } = await verifyLink(tx, 'verify-email', token);
      const row = await lockAccount(tx, accountId);
      if (row?.email !== email && row?.pendingEmail !== email) fail('link_invalid');
      if (row.pendingEmail !== email && row.emailVerifiedAt !== null) return;
      const now = tx.clock.now();
      const pending = row.pendingEmail === email ? { email, pendingEmail: null } : {};
      await tx.db
        .update(accounts)
        .set({ ...pending, emailVerifiedAt: now, updatedAt: now })
        .where(eq(accounts.id, accountId));
      // An address that was never confirmed may belong to a stranger, so it gets no link to restore it.
      await recordFormerAddress(tx, row, email, { canUndo: row.emailVerifiedAt !== null });
      if (row.email !== null && row.email !== email) await notifyEmailChanged(tx, row);
    });
  } catch (error) {
    if (violatedUnique(error) === 'accounts_email') fail('email_taken');
    throw error;
  }
}
