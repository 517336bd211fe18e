/** A performer's individual commission rate and clearing time. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { sendMail } from '../../platform/mail/mail';
import { profileTabLink, shareText } from '../../platform/notification-texts';
import { notify } from '../notifications/notify';
import { lockAccount, nameOf } from '../people/rows';

/** Sets the rate for future sales, or null for the site's rate. Notifies the performer if the effective rate changes. */
export async function setCommission(tx: Context, performerId: string, rate: number | null): Promise<void> {
  const siteRate = tx.settings.values().commissionRate;
  const account = await lockAccount(tx, performerId);
  const [before] = await tx.db.select({ rate: performers.commissionRate }).from(performers).where(eq(performers.accountId, performerId));
  await tx.db.update(performers).set({ commissionRate: rate }).where(eq(performers.accountId, performerId));
  if ((before?.rate ?? siteRate) === (rate ?? siteRate)) return;
  await notify(tx, performerId, {
    type: 'payout',
    actorId: null,
    text: `The site’s commission on new sales is now ${shareText(rate ?? siteRate)}.`,
    link: profileTabLink(performerId, 'earnings'),
    event: `commission:${tx.clock.now().toISOString()}`,
  });
  if (!account?.email) return;
  const link = `${tx.config.siteUrl}/${account.username ?? account.id}?tab=earnings`;
  await sendMail(tx, 'commission-changed', account.email, { name: nameOf(account), share: rate ?? siteRate, link });
}

/**
 * Sets the clearing time in days, or null for the site's default, in the transaction of `tx`. Notifies the performer if the effective time
 * changes. Past sales keep their clearing date.
 */
export async function setClearing(tx: Context, performerId: string, days: number | null): Promise<void> {
  const siteDays = tx.settings.values().earningsClearingDays;
  await lockAccount(tx, performerId);
  const [before] = await tx.db.select({ days: performers.clearingDays }).from(performers).where(eq(performers.accountId, performerId));
  await tx.db.update(performers).set({ clearingDays: days }).where(eq(performers.accountId, performerId));
  if ((before?.days ?? siteDays) === (days ?? siteDays)) return;
  await notify(tx, performerId, {
    type: 'payout',
    actorId: null,
    text: `Earnings from new sales now become available after ${String(days ?? siteDays)} days.`,
    link: profileTabLink(performerId, 'payouts'),
    event: `clearing:${tx.clock.now().toISOString()}`,
  });
}
