/** Unsubscribing by the link in each mail, without signing in. The link never expires, because it can only switch these mails off. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../../platform/context';
import { accounts } from '../../../platform/db/schema/accounts';
import { keyedDigest } from '../../../kernel/derive-key';
import { fail } from '../../../kernel/api-error';
import { isSameSecret } from '../../../kernel/constant-time';
import { changePreferences } from '../preferences';

/** The path of the page that asks for confirmation. */
const pagePath = '/auth/unsubscribe';
/** The API path that mail programs post to. */
export const unsubscribePath = '/mail/unsubscribe';

const signatureOf = (ctx: Context, accountId: string): string =>
  keyedDigest(ctx.config.appSecret, 'footlight unsubscribe links', accountId);
const tokenOf = (ctx: Context, accountId: string): string => `${accountId}.${signatureOf(ctx, accountId)}`;

/** The URL of the page with a token. */
export const unsubscribePageUrlOfToken = (ctx: Context, token: string): string =>
  `${ctx.config.siteUrl}${pagePath}?token=${encodeURIComponent(token)}`;
/** The URL of the page for an account. */
export const unsubscribePageUrl = (ctx: Context, accountId: string): string => unsubscribePageUrlOfToken(ctx, tokenOf(ctx, accountId));
/** The one-click URL (RFC 8058), which redirects a browser to the page. */
export const oneClickUnsubscribeUrl = (ctx: Context, accountId: string): string =>
  `${ctx.config.apiUrl}${unsubscribePath}?token=${encodeURIComponent(tokenOf(ctx, accountId))}`;

/** Switches digests off for the account of a token; idempotent. Rejects with unsubscribe_link_invalid if the signature is wrong. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const [accountId = '', signature = ''] = token.split('.', 2);
  if (!isSameSecret(signature, signatureOf(ctx, accountId))) fail('unsubscribe_link_invalid');
  await disableDigests(ctx, accountId);
}

/** Switches digests off for an account. */
export async function disableDigests(ctx: Context, accountId: string): Promise<void> {
  const [account] = await ctx.db.select({ status: accounts.status }).from(accounts).where(eq(accounts.id, accountId));
  // Deleted accounts get no mails.
  if (account && account.status !== 'deleted') await changePreferences(ctx, accountId, { digest: 'none' });
}
