/** Former addresses of an account. */
import type { Context } from '../../platform/context';
import { formerAddresses } from '../../platform/db/schema/accounts';
import { sendMail } from '../../platform/mail/mail';
import { issueLink } from '../links/links';
import { nameOf, type AccountRow } from './rows';

type AddressOwner = Pick<AccountRow, 'id' | 'email' | 'name' | 'username' | 'locale'>;

/**
 * Records the address that an account gives up and mails a notice to it, in the transaction of the change. Because of the record,
 * `assertMayReadMailTo` also protects mails to former addresses. With `canUndo` the notice has a link that restores the address.
 */
export async function recordFormerAddress(
  tx: Context,
  account: AddressOwner,
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
