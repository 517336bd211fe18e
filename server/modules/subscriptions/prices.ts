/** What the next period of a subscription costs at the performer's prices of now. */
import type { SubscriptionType } from '@contract/values';
import type { Context } from '../../platform/context';
import { pricePaidBy } from '../../platform/languages/formats';
import type { Words } from '../../languages/say';
import { pricesOf, renewalTerms, type Prices } from '../../money/offers/offers';
import { daysAfter } from '../../money/subscriptions/state';
import type { SubscriptionRow } from '../../money/subscriptions/rows';

/** The kind of period that a subscription, or what was bought for it, stands for. */
export interface Kind {
  type: SubscriptionType;
  months: number;
  bundleShare: number | null;
}

/** What another period of this kind costs at these prices, in hundredths. A free one does not come again and costs nothing. */
export function priceAt(prices: Prices, { type, months, bundleShare }: Kind): bigint {
  return type === 'free' ? 0n : renewalTerms(prices, { type, months, bundleShare }).price_cents;
}

/** What another period of this kind costs at the performer's prices of now. */
export async function nextPriceOf(tx: Context, kind: Kind & { performerId: string }): Promise<bigint> {
  return priceAt(await pricesOf(tx, kind.performerId), kind);
}

/** The end of the period after the present one, whatever it will cost. */
export function secondEnd(prices: Prices, { type, months, bundleShare, expiresAt }: SubscriptionRow): Date {
  return type === 'free' ? expiresAt : daysAfter(expiresAt, renewalTerms(prices, { type, months, bundleShare }).days);
}

/** What a period costs, in words: in tokens where the wallet pays, else in the money that the card is charged. */
export const priceWords = (ctx: Pick<Context, 'settings'>, { source }: Pick<SubscriptionRow, 'source'>, cents: bigint): Words =>
  pricePaidBy(source, cents, ctx.settings.values().currency);
