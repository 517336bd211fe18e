/**
 * Unsubscribing from digests by the link in each of them, without logging in. The link never expires: it can do nothing but
 * switch digests off.
 */
import { eq } from 'drizzle-orm';
import type { Context } from '../../../platform/context';
import { accounts } from '../../../platform/db/schema/schema';
import { keyedDigest } from '../../../kernel/derive-key';
import { fail } from '../../../kernel/api-error';
import { isSameSecret } from '../../../same-secret';
import { changePreferences } from '../preferences';

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

/** Switches digests off for the account in the token; repeating it changes nothing. Refuses a token with a wrong signature: unsubscribe_link_invalid. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const [accountId = '', signature = ''] = token.split('.', 2);
  if (!isSameSecret(signature, signatureOf(ctx, accountId))) fail('unsubscribe_link_invalid');
  const [account] = await ctx.db.select({ status: accounts.status }).from(accounts).where(eq(accounts.id, accountId));
  // Deleted accounts get no mails.
  if (account && account.status !== 'deleted') await changePreferences(ctx, accountId, { digest: 'none' });
}
