/** Prices of a subscription's next period, from the performer's current prices. */
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import type { Context } from '../../platform/context';
import { pricePaidBy } from '../../platform/languages/formats';
import type { Message } from '../../platform/languages/messages';
import { pricesOf } from '../offers/promotions';
import { renewalTerms, type Prices } from '../offers/terms';
import { daysAfter } from './state';
import type { SubscriptionRow } from './rows';

/** The kind of a subscription's period. */
export interface SubscriptionPeriodKind {
  type: SubscriptionType;
  months: number;
  bundleShare: number | null;
}

/** The price of another period of this kind at these prices, in hundredths. A free trial is not repeated, so its price is zero. */
export function priceAt(prices: Prices, { type, months, bundleShare }: SubscriptionPeriodKind): bigint {
  return type === 'free' ? 0n : renewalTerms(prices, { type, months, bundleShare }).price_cents;
}

/** The price of another period of this kind at the performer's current prices. */
export async function nextPriceOf(tx: Context, kind: SubscriptionPeriodKind & { performerId: string }): Promise<bigint> {
  return priceAt(await pricesOf(tx, kind.performerId), kind);
}

/** The end of the period after the current one. */
export function endOfNextPeriod(prices: Prices, { type, months, bundleShare, expiresAt }: SubscriptionRow): Date {
  return type === 'free' ? expiresAt : daysAfter(expiresAt, renewalTerms(prices, { type, months, bundleShare }).days);
}

/** The price of a period as text: in tokens when the wallet pays, otherwise in money. */
export const priceMessage = (ctx: Pick<Context, 'settings'>, { source }: Pick<SubscriptionRow, 'source'>, cents: bigint): Message =>
  pricePaidBy(source, cents, ctx.settings.values().currency);
