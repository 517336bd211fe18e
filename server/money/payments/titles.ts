/** The product name on the first line of a receipt, as a translatable message. */
import type { Context } from '../../platform/context';
import { formatTokenCount } from '../../platform/languages/formats';
import { asWritten, say, type Message } from '../../platform/languages/messages';
import { peopleByIds } from '../../people/people/rows';
import type { Payment } from './rows';

/** The product name of a subscription; null when the performer does not exist. */
export async function subscriptionTitle(ctx: Context, performerId: string): Promise<Message | null> {
  const performer = (await peopleByIds(ctx, [performerId])).get(performerId);
  return performer ? say`Subscription to ${performer.name}` : null;
}

/** The product name of a payment. The stored title is in English, so this rebuilds it for other languages where it can. */
export async function productOf(ctx: Context, { tokensCents, performerId, title }: Payment): Promise<Message> {
  if (tokensCents !== null) return formatTokenCount(tokensCents);
  return (performerId === null ? null : await subscriptionTitle(ctx, performerId)) ?? asWritten(title);
}
