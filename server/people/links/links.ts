/**
 * Mailed links: each has one purpose and one account, and expires. A new link replaces older ones of its purpose, except links that undo a
 * change: each undoes its own change. A link works once, except one that confirms an address: using it again changes nothing. Only the
 * digest of the token is stored.
 */
import { and, eq, gt, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { mailedLinks } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import { markDeliverable } from '../../platform/mail/bounces';
import { digestOf } from '../../platform/http/actor';

const purposes = {
  'verify-email': { path: '/auth/verify-email', lifetime_s: limits.verifyEmailLink_s, replacesOlder: true },
  'reset-password': { path: '/auth/reset', lifetime_s: limits.resetPasswordLink_s, replacesOlder: true },
  // An intruder who changes the address again must not invalidate the owner's restore link.
  'restore-email': { path: '/auth/restore-email', lifetime_s: limits.restoreEmailLink_s, replacesOlder: false },
} as const;
export type LinkPurpose = keyof typeof purposes;

/** The account of a link, and the address it was mailed to. */
export interface LinkOwner {
  accountId: string;
  email: string;
}

/** Creates a link and returns its URL on the site. */
export async function issueLink(ctx: Context, purpose: LinkPurpose, { accountId, email }: LinkOwner): Promise<string> {
  const token = ctx.random.secret();
  const createdAt = ctx.clock.now();
  const { path, lifetime_s, replacesOlder } = purposes[purpose];
  if (replacesOlder) await dropLinks(ctx, accountId, purpose);
  await ctx.db.insert(mailedLinks).values({
    tokenHash: digestOf(token),
    purpose,
    accountId,
    email,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetime_s * 1000),
  });
  return `${ctx.config.siteUrl}${path}?token=${token}`;
}

const isValid = (ctx: Context, purpose: LinkPurpose, token: string): SQL | undefined =>
  and(eq(mailedLinks.tokenHash, digestOf(token)), eq(mailedLinks.purpose, purpose), gt(mailedLinks.expiresAt, ctx.clock.now()));

/** Rejects with link_invalid if `redeemLink` would fail now. Does not redeem the link, so it may still become invalid. */
export async function assertRedeemable(ctx: Context, purpose: LinkPurpose, token: string): Promise<void> {
  if ((await ctx.db.$count(mailedLinks, isValid(ctx, purpose, token))) === 0) fail('link_invalid');
}

/**
 * The owner of a link, which stays valid until it expires. Its use proves that mail arrives at the address, so an undeliverable mark is
 * cleared. Rejects with link_invalid if the link is unknown or expired.
 */
export async function verifyLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<LinkOwner> {
  const [link] = await ctx.db
    .select({ accountId: mailedLinks.accountId, email: mailedLinks.email })
    .from(mailedLinks)
    .where(isValid(ctx, purpose, token));
  if (!link) return fail('link_invalid');
  await markDeliverable(ctx, link.email);
  return link;
}

/**
 * Redeems a link, which becomes invalid, and returns its owner. Its use proves that mail arrives at the address, so an undeliverable mark
 * is cleared. Rejects with link_invalid if the link is unknown, used or expired.
 */
export async function redeemLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<LinkOwner> {
  const [link] = await ctx.db
    .delete(mailedLinks)
    .where(isValid(ctx, purpose, token))
    .returning({ accountId: mailedLinks.accountId, email: mailedLinks.email });
  if (!link) return fail('link_invalid');
  await markDeliverable(ctx, link.email);
  return link;
}

/** Drops the account's links of this purpose. */
export async function dropLinks(ctx: Context, accountId: string, purpose: LinkPurpose): Promise<void> {
  await ctx.db.delete(mailedLinks).where(and(eq(mailedLinks.accountId, accountId), eq(mailedLinks.purpose, purpose)));
}

/**
 * Whether the account got a link for this purpose within the resend interval. Anyone can request mails to an address, so the mails are
 * limited.
 */
export async function wasJustIssued(ctx: Context, purpose: LinkPurpose, accountId: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - limits.resend_s * 1000);
  const recent = and(eq(mailedLinks.accountId, accountId), eq(mailedLinks.purpose, purpose), gt(mailedLinks.createdAt, since));
  return (await ctx.db.$count(mailedLinks, recent)) > 0;
}
