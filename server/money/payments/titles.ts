/** What was bought, as the first line of a receipt says it. */
import type { Context } from '../../platform/context';
import { countedTokens } from '../../platform/languages/formats';
import { asWritten, say, type Words } from '../../languages/say';
import { peopleByIds } from '../../modules/people/people';
import type { Payment } from './rows';

/** Null where there is no such performer. */
export async function subscriptionTitle(ctx: Context, performerId: string): Promise<Words | null> {
  const performer = (await peopleByIds(ctx, [performerId])).get(performerId);
  return performer ? say`Subscription to ${performer.name}` : null;
}

/** The title that a payment keeps is in English. */
export async function productOf(ctx: Context, { tokensCents, performerId, title }: Payment): Promise<Words> {
  if (tokensCents !== null) return countedTokens(tokensCents);
  return (performerId === null ? null : await subscriptionTitle(ctx, performerId)) ?? asWritten(title);
}
