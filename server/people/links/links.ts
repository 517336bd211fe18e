/**
 * Links that mails carry: each for one purpose and one account, used once, within its time. A newer one ends the older
 * ones of its purpose, but for those that undo something: each undoes what it was sent for. Only the digest of its token is stored.
 */
import { and, eq, gt, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { mailedLinks } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';

const purposes = {
  'verify-email': { path: '/auth/verify-email', lasts_s: limits.verifyEmailLink_s, isOneOnly: true },
  'reset-password': { path: '/auth/reset', lasts_s: limits.resetPasswordLink_s, isOneOnly: true },
  // Who took the account over and changes its address once more must not end the link of its person by that.
  'restore-email': { path: '/auth/restore-email', lasts_s: limits.restoreEmailLink_s, isOneOnly: false },
} as const;
export type LinkPurpose = keyof typeof purposes;

/** Whom a link belongs to, and the address to which it was sent. */
export interface LinkOwner {
  accountId: string;
  email: string;
}

/** Makes a link and answers its whole address on the site. */
export async function issueLink(ctx: Context, purpose: LinkPurpose, { accountId, email }: LinkOwner): Promise<string> {
  const token = ctx.chance.secret();
  const createdAt = ctx.clock.now();
  const { path, lasts_s, isOneOnly } = purposes[purpose];
  if (isOneOnly) await dropLinks(ctx, accountId, purpose);
  await ctx.db.insert(mailedLinks).values({
    tokenHash: digestOf(token),
    purpose,
    accountId,
    email,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lasts_s * 1000),
  });
  return `${ctx.config.siteUrl}${path}?token=${token}`;
}

const isOpen = (ctx: Context, purpose: LinkPurpose, token: string): SQL | undefined =>
  and(eq(mailedLinks.tokenHash, digestOf(token)), eq(mailedLinks.purpose, purpose), gt(mailedLinks.expiresAt, ctx.clock.now()));

/** Refuses with link_invalid as `redeemLink` would now, and uses nothing up. Only redeeming decides. */
export async function assertRedeemable(ctx: Context, purpose: LinkPurpose, token: string): Promise<void> {
  if ((await ctx.db.$count(mailedLinks, isOpen(ctx, purpose, token))) === 0) fail('link_invalid');
}

/** Uses a link up. Refuses with link_invalid when it never was, was used before, or has expired. */
export async function redeemLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<LinkOwner> {
  const [link] = await ctx.db
    .delete(mailedLinks)
    .where(isOpen(ctx, purpose, token))
    .returning({ accountId: mailedLinks.accountId, email: mailedLinks.email });
  return link ?? fail('link_invalid');
}

/** Ends the links of an account that are for this purpose. */
export async function dropLinks(ctx: Context, accountId: string, purpose: LinkPurpose): Promise<void> {
  await ctx.db.delete(mailedLinks).where(and(eq(mailedLinks.accountId, accountId), eq(mailedLinks.purpose, purpose)));
}

/** Whether the account got a link for this purpose a moment ago: strangers may ask for mails to others, but not in showers. */
export async function wasJustIssued(ctx: Context, purpose: LinkPurpose, accountId: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - limits.resend_s * 1000);
  const recent = and(eq(mailedLinks.accountId, accountId), eq(mailedLinks.purpose, purpose), gt(mailedLinks.createdAt, since));
  return (await ctx.db.$count(mailedLinks, recent)) > 0;
}
