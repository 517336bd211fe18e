/** What becomes of an address that an account leaves. */
import type { Context } from '../../platform/context';
import { formerAddresses } from '../../platform/db/schema/schema';
import { sendMail } from '../../mail/mail';
import { issueLink } from '../links/links';
import { nameOf, type AccountRow } from './rows';

type Addressed = Pick<AccountRow, 'id' | 'email' | 'name' | 'username' | 'locale'>;

/**
 * Notes the address that an account leaves and tells it there, in the transaction that changes it: mails to it are still for its
 * person alone. With `canUndo` the mail has a link that gives the address back.
 */
export async function leaveAddress(
  tx: Context,
  account: Addressed,
  newEmail: string,
  { canUndo = false }: { canUndo?: boolean } = {},
): Promise<void> {
  const { id, email } = account;
  if (email === null || email === newEmail) return;
  const leftAt = tx.clock.now();
  await tx.db
    .insert(formerAddresses)
    .values({ accountId: id, email, leftAt })
    .onConflictDoUpdate({ target: [formerAddresses.accountId, formerAddresses.email], set: { leftAt } });
  const undoLink = canUndo ? await issueLink(tx, 'restore-email', { accountId: id, email }) : null;
  const values = { name: nameOf(account), newEmail, undoLink, contactLink: `${tx.config.siteUrl}/contact` };
  await sendMail(tx, 'email-changed', email, values, { locale: account.locale });
}
