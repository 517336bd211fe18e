/** Asking the owner of an address to confirm it. */
import type { Context } from '../../platform/context';
import { sendMail } from '../../mail/mail';
import { issueLink } from '../links/links';
import { nameOf, type AccountRow } from './rows';

/** Sends the link that confirms `email` for this account; older ones of the account die. */
export async function sendVerification(
  ctx: Context,
  account: Pick<AccountRow, 'id' | 'name' | 'username' | 'locale'>,
  email: string,
): Promise<void> {
  const link = await issueLink(ctx, 'verify-email', { accountId: account.id, email });
  await sendMail(ctx, 'verify-email', email, { name: nameOf(account), link }, { locale: account.locale });
}
