/** The site's share of what one performer sells, where it is not the site's own. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context';
import { performers } from '../../db/schema/schema';
import { sendMail } from '../../mail/mail';
import { ownTabLink, shareText } from '../../telling';
import { notify } from '../notifications/notifications';
import { lockAccount, nameOf } from '../people/people';

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
