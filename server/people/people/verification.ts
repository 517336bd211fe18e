/** Email confirmation. */
import type { Context } from '../../platform/context';
import { sendMail } from '../../platform/mail/mail';
import { issueLink } from '../links/links';
import { nameOf, type AccountRow } from './rows';

/** Mails the link that confirms `email` for this account; older links become invalid. */
export async function sendVerification(
  ctx: Context,
  account: Pick<AccountRow, 'id' | 'name' | 'username' | 'locale'>,
  email: string,
): Promise<void> {
  const link = await issueLink(ctx, 'verify-email', { accountId: account.id, email });
  await sendMail(ctx, 'verify-email', email, { name: nameOf(account), link }, { locale: account.locale });
}
