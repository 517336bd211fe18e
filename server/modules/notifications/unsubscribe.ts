/**
 * Ending the mails of what was not seen from a mail itself, without logging in. The link lasts as long as the mail: it is good for
 * nothing but this, and whoever has it can do no more than spare its person mails.
 */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context';
import { accounts } from '../../db/schema/schema';
import { keyedDigest } from '../../derive-key';
import { fail } from '../../failure';
import { isSameSecret } from '../../same-secret';
import { changePreferences } from './preferences';

/** The page that asks whether the person is sure. */
const page = '/auth/unsubscribe';
/** Where mail programs post to, on the host. */
export const unsubscribePath = '/mail/unsubscribe';

const signatureOf = (ctx: Context, accountId: string): string =>
  keyedDigest(ctx.config.appSecret, 'footlight unsubscribe links', accountId);
const tokenOf = (ctx: Context, accountId: string): string => `${accountId}.${signatureOf(ctx, accountId)}`;

export const pageOfToken = (ctx: Context, token: string): string => `${ctx.config.siteUrl}${page}?token=${encodeURIComponent(token)}`;
/** The page of the site that ends the mails of an account. */
export const unsubscribePage = (ctx: Context, accountId: string): string => pageOfToken(ctx, tokenOf(ctx, accountId));
/** The address at the host that ends them by one request (RFC 8058), and leads a browser to the page. */
export const unsubscribeAddress = (ctx: Context, accountId: string): string =>
  `${ctx.config.apiUrl}${unsubscribePath}?token=${encodeURIComponent(tokenOf(ctx, accountId))}`;

/** Ends the mails of whom the token names; a second time changes nothing. Refuses with unsubscribe_link_invalid what this site did not make. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const [accountId = '', signature = ''] = token.split('.', 2);
  if (!isSameSecret(signature, signatureOf(ctx, accountId))) fail('unsubscribe_link_invalid');
  const [account] = await ctx.db.select({ status: accounts.status }).from(accounts).where(eq(accounts.id, accountId));
  // Who is gone gets no mails.
  if (account && account.status !== 'deleted') await changePreferences(ctx, accountId, { digest: 'none' });
}
