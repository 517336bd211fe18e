/** What subscriptions write to the fan. */
import type { Context } from '../../platform/context';
import { sendMail } from '../../mail/mail';
import type { TemplateName, TemplateValues } from '../../platform/mail/templates';
import { findAccount, nameOf } from '../../modules/people/people';
import type { SubscriptionRow } from './rows';

type Told = Extract<
  TemplateName,
  'subscription-started' | 'subscription-cancelled' | 'subscription-expired' | 'renewal-notice' | 'renewal-failed' | 'price-raised'
>;
/** What each of these mails says beside whose subscription it is. */
type Particulars<T extends Told> = Omit<TemplateValues[T], 'name' | 'performer' | 'link'>;

/** Writes to the fan of a subscription; one without an address is not written to. */
export async function tellFan<T extends Told>(
  tx: Context,
  template: T,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
  particulars: Particulars<T>,
): Promise<void> {
  const fan = await findAccount(tx, userId);
  const performer = await findAccount(tx, performerId);
  if (!fan?.email || !performer) return;
  const common = { name: nameOf(fan), performer: nameOf(performer), link: `${tx.config.siteUrl}/subscriptions` };
  await sendMail(tx, template, fan.email, { ...common, ...particulars } as TemplateValues[T]);
}
