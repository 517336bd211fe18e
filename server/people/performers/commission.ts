/** The site's share of what one performer sells, and the time until it is paid out, where they are not the site's own. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/schema';
import { sendMail } from '../../mail/mail';
import { ownTabLink, shareText } from '../../platform/notification-texts';
import { notify } from '../notifications/notifications';
import { lockAccount, nameOf } from '../../modules/people/people';

/** Sets the share for later sales, null for the site's own, and tells the performer when it changes anything for her. */
export async function setCommission(tx: Context, performerId: string, rate: number | null): Promise<void> {
  const site = tx.settings.values().commissionRate;
  const account = await lockAccount(tx, performerId);
  const [before] = await tx.db.select({ rate: performers.commissionRate }).from(performers).where(eq(performers.accountId, performerId));
  await tx.db.update(performers).set({ commissionRate: rate }).where(eq(performers.accountId, performerId));
  if ((before?.rate ?? site) === (rate ?? site)) return;
  await notify(tx, performerId, {
    type: 'payout',
    actorId: null,
    text: `The site keeps ${shareText(rate ?? site)} of what you sell from now on.`,
    link: ownTabLink(performerId, 'earnings'),
    event: `commission:${tx.clock.now().toISOString()}`,
  });
  if (!account?.email) return;
  const link = `${tx.config.siteUrl}/${account.username ?? account.id}?tab=earnings`;
  await sendMail(tx, 'commission-changed', account.email, { name: nameOf(account), share: rate ?? site, link });
}

/**
 * Sets a performer's own clearing time in days, or the site's for null, in the transaction of `tx`, and tells them when that makes
 * a difference. What was sold before keeps its date.
 */
export async function setClearing(tx: Context, performerId: string, days: number | null): Promise<void> {
  const site = tx.settings.values().earningsClearingDays;
  await lockAccount(tx, performerId);
  const [before] = await tx.db.select({ days: performers.clearingDays }).from(performers).where(eq(performers.accountId, performerId));
  await tx.db.update(performers).set({ clearingDays: days }).where(eq(performers.accountId, performerId));
  if ((before?.days ?? site) === (days ?? site)) return;
  await notify(tx, performerId, {
    type: 'payout',
    actorId: null,
    text: `What you sell from now on can be paid out after ${String(days ?? site)} days.`,
    link: ownTabLink(performerId, 'payouts'),
    event: `clearing:${tx.clock.now().toISOString()}`,
  });
}
