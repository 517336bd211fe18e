/** What is told on the site of subscriptions: to the performer what her fans do, to the fan what becomes of hers. */
import { walletSource } from '@contract/values';
import type { Context } from '../../platform/context';
import { countedTokens, dayOf, priceOf } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';
import { ownTabLink } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { findAccount, nameOf } from '../people/people';
import type { SubscriptionRow } from '../../money/subscriptions/rows';

type Pair = Pick<SubscriptionRow, 'id' | 'userId' | 'performerId'>;

const ownList = '/subscriptions';

/** Tells the performer that somebody subscribed, `again` when she was a subscriber before. */
export async function newsOfStart(tx: Context, { userId, performerId }: Pair, paymentId: string, again: boolean): Promise<void> {
  await notify(tx, performerId, {
    type: 'subscriber',
    actorId: userId,
    text: again ? 'subscribed to you again.' : 'subscribed to you.',
    link: ownTabLink(performerId, 'subscribers'),
    event: `subscriber:${paymentId}`,
  });
}

/** Tells the fan something of her subscription that she has not done herself; `words` make a sentence of the performer's name. */
async function tellFan(
  tx: Context,
  { userId, performerId }: Pair,
  type: 'subscription_ended' | 'renewal_failed',
  event: string,
  words: (performer: string) => string,
): Promise<void> {
  const performer = await findAccount(tx, performerId);
  const text = words(performer ? nameOf(performer) : 'a performer');
  await notify(tx, userId, { type, actorId: null, text, link: ownList, event });
}

/** Tells that the renewal was ended, the fan too unless she has done it herself. */
export async function newsOfCancel(tx: Context, row: SubscriptionRow, byId: string | null): Promise<void> {
  const event = `subscription-cancelled:${row.id}:${tx.clock.now().toISOString()}`;
  // One that is past due has nothing left.
  const lasts = row.expiresAt > tx.clock.now() ? ` It lasts until ${dayOf(row.expiresAt)(english)}.` : '';
  await notify(tx, row.performerId, {
    type: 'subscription_ended',
    actorId: row.userId,
    text: `will not renew the subscription to you.${lasts}`,
    link: ownTabLink(row.performerId, 'subscribers'),
    event,
  });
  if (byId === row.userId) return;
  await tellFan(tx, row, 'subscription_ended', event, (name) => `Your subscription to ${name} will not renew.${lasts}`);
}

/** Tells that access has ended: the fan, and the performer unless she was told before that it would. */
export async function newsOfEnd(tx: Context, row: SubscriptionRow): Promise<void> {
  const event = `subscription-ended:${row.id}:${row.expiresAt.toISOString()}`;
  await tellFan(tx, row, 'subscription_ended', event, (name) => `Your subscription to ${name} has ended.`);
  if (row.cancelledAt !== null) return;
  await notify(tx, row.performerId, {
    type: 'subscription_ended',
    actorId: row.userId,
    text: 'is not subscribed to you any more.',
    link: ownTabLink(row.performerId, 'subscribers'),
    event,
  });
}

/** Tells the fan of days that she was given. */
export async function newsOfExtension(tx: Context, row: SubscriptionRow, days: number): Promise<void> {
  const longer = `${String(days)} ${days === 1 ? 'day' : 'days'} more`;
  await tellFan(
    tx,
    row,
    'subscription_ended',
    `subscription-extended:${row.id}:${row.expiresAt.toISOString()}`,
    (name) => `You were given ${longer} of your subscription to ${name}. It lasts until ${dayOf(row.expiresAt)(english)}.`,
  );
}

/** Tells the fan that a renewal failed, and when it is tried again. */
export async function newsOfFailure(tx: Context, row: SubscriptionRow, paymentId: string, next: Date): Promise<void> {
  await tellFan(
    tx,
    row,
    'renewal_failed',
    `renewal-failed:${paymentId}`,
    (name) => `Your subscription to ${name} could not be renewed. The next try is on ${dayOf(next)(english)}.`,
  );
}

/** Tells the fan of a higher price, and from when it holds. It stands with what ends: it is a reason to end the renewal. */
export async function newsOfPrice(tx: Context, row: SubscriptionRow, price_cents: bigint, from: Date): Promise<void> {
  const isFromWallet = row.source === walletSource;
  const price = isFromWallet ? countedTokens(price_cents) : priceOf(price_cents, tx.settings.values().currency);
  await notify(tx, row.userId, {
    type: 'subscription_ended',
    actorId: row.performerId,
    text: `raised the price of your subscription to ${price(english)} from ${dayOf(from)(english)}.`,
    link: ownList,
    event: `price-raised:${row.id}:${String(price_cents)}:${from.toISOString()}`,
  });
}
