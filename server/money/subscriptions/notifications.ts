/** Notifications about subscriptions, to the performer and to the fan. */
import { walletSource } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { formatTokenCount, dayOf, priceOf } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';
import { profileTabLink, isolateText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import { findAccount, nameOf } from '../../people/people/rows';
import type { SubscriptionRow } from './rows';

type SubscriptionPair = Pick<SubscriptionRow, 'id' | 'userId' | 'performerId'>;

const subscriptionsLink = '/subscriptions';

/** Notifies the performer of a new subscriber; `isReturning` when they were a subscriber before. */
export async function notifyOfStart(
  tx: Context,
  { userId, performerId }: SubscriptionPair,
  paymentId: string,
  isReturning: boolean,
): Promise<void> {
  await notify(tx, performerId, {
    type: 'subscriber',
    actorId: userId,
    text: isReturning ? 'subscribed to you again.' : 'subscribed to you.',
    link: profileTabLink(performerId, 'subscribers'),
    event: `subscriber:${paymentId}`,
  });
}

/** Notifies the fan of a change that they did not make. `textFor` builds the text from the performer's name. */
async function notifyFan(
  tx: Context,
  { userId, performerId }: SubscriptionPair,
  type: 'subscription_ended' | 'renewal_failed',
  event: string,
  textFor: (performer: string) => string,
): Promise<void> {
  const performer = await findAccount(tx, performerId);
  const text = textFor(performer ? isolateText(nameOf(performer)) : 'a creator');
  await notify(tx, userId, { type, actorId: null, text, link: subscriptionsLink, event });
}

/** Notifies the performer of a canceled renewal, and the fan unless they canceled it. */
export async function notifyOfCancellation(tx: Context, row: SubscriptionRow, byId: string | null): Promise<void> {
  const event = `subscription-cancelled:${row.id}:${tx.clock.now().toISOString()}`;
  // A past-due subscription has no paid time left.
  const untilText = row.expiresAt > tx.clock.now() ? ` It ends on ${dayOf(row.expiresAt)(english)}.` : '';
  await notify(tx, row.performerId, {
    type: 'subscription_ended',
    actorId: row.userId,
    text: `won’t renew their subscription to you.${untilText}`,
    link: profileTabLink(row.performerId, 'subscribers'),
    event,
  });
  if (byId === row.userId) return;
  await notifyFan(tx, row, 'subscription_ended', event, (name) => `Your subscription to ${name} won’t renew.${untilText}`);
}

/** Notifies the fan that access has ended, and the performer unless they were notified of the cancellation. */
export async function notifyOfEnd(tx: Context, row: SubscriptionRow): Promise<void> {
  const event = `subscription-ended:${row.id}:${row.expiresAt.toISOString()}`;
  await notifyFan(tx, row, 'subscription_ended', event, (name) => `Your subscription to ${name} has ended.`);
  if (row.cancelledAt !== null) return;
  await notify(tx, row.performerId, {
    type: 'subscription_ended',
    actorId: row.userId,
    text: 'is no longer subscribed to you.',
    link: profileTabLink(row.performerId, 'subscribers'),
    event,
  });
}

/** Notifies the fan of free days. */
export async function notifyOfExtension(tx: Context, row: SubscriptionRow, days: number): Promise<void> {
  const addedText = `${String(days)} ${days === 1 ? 'day' : 'days'}`;
  await notifyFan(
    tx,
    row,
    'subscription_ended',
    `subscription-extended:${row.id}:${row.expiresAt.toISOString()}`,
    (name) => `We added ${addedText} to your subscription to ${name}. It now ends on ${dayOf(row.expiresAt)(english)}.`,
  );
}

/** Notifies the fan of a failed renewal and its next retry. */
export async function notifyOfFailedRenewal(tx: Context, row: SubscriptionRow, paymentId: string, next: Date): Promise<void> {
  await notifyFan(
    tx,
    row,
    'renewal_failed',
    `renewal-failed:${paymentId}`,
    (name) => `We couldn’t renew your subscription to ${name}. We’ll try again on ${dayOf(next)(english)}.`,
  );
}

/** Notifies the fan of a price increase and its date. It uses the type `subscription_ended`, because it is a reason to cancel. */
export async function notifyFanOfPriceRise(tx: Context, row: SubscriptionRow, price_cents: bigint, from: Date): Promise<void> {
  const isFromWallet = row.source === walletSource;
  const price = isFromWallet ? formatTokenCount(price_cents) : priceOf(price_cents, tx.settings.values().currency);
  await notify(tx, row.userId, {
    type: 'subscription_ended',
    actorId: row.performerId,
    text: `raised your subscription price to ${price(english)}, starting ${dayOf(from)(english)}.`,
    link: subscriptionsLink,
    event: `price-raised:${row.id}:${String(price_cents)}:${from.toISOString()}`,
  });
}
