/** Restoring an account by its former address after someone has changed it. */
import { eq } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/kernel/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { accounts } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import { assertRedeemable, dropLinks, redeemLink } from '../links/links';
import { notifyEmailChanged } from '../notifications/security';
import { assertPasswordUncommon, hashPassword } from '../passwords/passwords';
import { recordFormerAddress } from '../people/former-addresses';
import { lockAccount } from '../people/rows';
import { revokeSessions } from '../sessions/sessions';
import { dropOtherSignInMethods, guessableNamesOf, storePassword } from './password';

/**
 * Restores the address that the link was sent to and sets a new password. Sessions, other sign-in methods and other links are removed, as
 * an intruder may have created them. Two-factor stays on: access to an old mailbox does not replace it. Rejects with link_invalid,
 * password_too_common, and email_taken if another account has the address now.
 */
export async function restoreEmail(ctx: Context, { token, password }: Parsed<Api['POST /auth/email-restore']>['body']): Promise<void> {
  await assertPasswordUncommon(ctx, password, []);
  await assertRedeemable(ctx, 'restore-email', token);
  const passwordHash = await hashPassword(ctx, password);
  try {
    await inTransaction(ctx, async (tx) => {
      const { accountId, email } = await redeemLink(tx, 'restore-email', token);
      const row = await lockAccount(tx, accountId);
      // A deleted account cannot be restored.
      if (!row || row.status === 'deleted') return fail('link_invalid');
      // The owner is known only here. If this fails, the rollback keeps the link usable.
      await assertPasswordUncommon(tx, password, [...guessableNamesOf(row), email]);
      const now = tx.clock.now();
      await tx.db
        .update(accounts)
        .set({ email, pendingEmail: null, emailVerifiedAt: now, updatedAt: now })
        .where(eq(accounts.id, accountId));
      for (const purpose of ['restore-email', 'verify-email'] as const) await dropLinks(tx, accountId, purpose);
      await dropOtherSignInMethods(tx, accountId);
      await storePassword(tx, { ...row, email }, passwordHash);
      await recordFormerAddress(tx, row, email);
      await notifyEmailChanged(tx, row);
      await revokeSessions(tx, accountId, { reason: 'password' });
    });
  } catch (error) {
    if (violatedUnique(error) === 'accounts_email') fail('email_taken');
    throw error;
  }
}
