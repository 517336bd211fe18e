/** Taking an account back by its former address, from whoever has given it another. */
import { eq } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/endpoint';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { accounts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { assertRedeemable, dropLinks, redeemLink } from '../links/links';
import { notifyAddressChanged } from '../notifications/notifications';
import { assertUncommon, hashPassword } from '../passwords/passwords';
import { leaveAddress, lockAccount } from '../../modules/people/people';
import { endSessions } from '../sessions/sessions';
import { dropOtherWays, namesOf, storePassword } from './password';

/**
 * Gives an account the address back to which the link was sent, with a new password. All that a stranger may have set up goes: her
 * sessions, her ways in and the other links of the account. A second step stays, for who holds an old mailbox has only that. Refuses
 * with link_invalid, password_too_common, and email_taken when somebody else has the address by now.
 */
export async function restoreEmail(ctx: Context, { token, password }: Parsed<Api['POST /auth/email-restore']>['body']): Promise<void> {
  await assertUncommon(ctx, password, []);
  await assertRedeemable(ctx, 'restore-email', token);
  const passwordHash = await hashPassword(ctx, password);
  try {
    await inTransaction(ctx, async (tx) => {
      const { accountId, email } = await redeemLink(tx, 'restore-email', token);
      const row = await lockAccount(tx, accountId);
      // Where nothing is left of a person, nothing comes back.
      if (!row || row.status === 'deleted') return fail('link_invalid');
      // Whose link it is, is known here alone; refused, it can be used again.
      await assertUncommon(tx, password, [...namesOf(row), email]);
      const now = tx.clock.now();
      await tx.db
        .update(accounts)
        .set({ email, pendingEmail: null, emailVerifiedAt: now, updatedAt: now })
        .where(eq(accounts.id, accountId));
      for (const purpose of ['restore-email', 'verify-email'] as const) await dropLinks(tx, accountId, purpose);
      await dropOtherWays(tx, accountId);
      await storePassword(tx, { ...row, email }, passwordHash);
      await leaveAddress(tx, row, email);
      await notifyAddressChanged(tx, row);
      await endSessions(tx, accountId, { reason: 'password' });
    });
  } catch (error) {
    if (violatedUnique(error) === 'accounts_email') fail('email_taken');
    throw error;
  }
}
