/** Emails to fans about their subscriptions. */
import type { Context } from '../../platform/context';
import { sendMail } from '../../platform/mail/mail';
import type { TemplateName, TemplateValues } from '../../platform/mail/templates';
import { findAccount, nameOf } from '../../people/people/rows';
import type { SubscriptionRow } from './rows';

type SubscriptionTemplate = Extract<
  TemplateName,
  'subscription-started' | 'subscription-cancelled' | 'subscription-expired' | 'renewal-notice' | 'renewal-failed' | 'price-raised'
>;
/** The variables of each template, except for those that all of them share. */
type SpecificValues<T extends SubscriptionTemplate> = Omit<TemplateValues[T], 'name' | 'performer' | 'link'>;

/** Emails the fan of a subscription. Does nothing when the fan has no email address. */
export async function emailFan<T extends SubscriptionTemplate>(
  tx: Context,
  template: T,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
  values: SpecificValues<T>,
): Promise<void> {
  const fan = await findAccount(tx, userId);
  const performer = await findAccount(tx, performerId);
  if (!fan?.email || !performer) return;
  const common = { name: nameOf(fan), performer: nameOf(performer), link: `${tx.config.siteUrl}/subscriptions` };
  await sendMail(tx, template, fan.email, { ...common, ...values } as TemplateValues[T]);
}
