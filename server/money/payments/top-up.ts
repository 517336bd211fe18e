/** Buying tokens: an amount or a package, less a coupon, by card. */
import { and, eq, isNull } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import type { Parsed } from '@contract/kernel/endpoint';
import type paymentsContract from '@contract/money/payments';
import { amountOf, centsOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { tokenPackages } from '../../platform/db/schema/payments';
import { fail, failAt } from '../../kernel/api-error';
import { isPayable } from '../gateways/currency';
import { discountedPrice } from '../offers/terms';
import { beginPayment, recordPaid, type NewPayment } from './start';
import { cardToPay } from './cards/cards';
import { usableCoupon } from './coupons/coupons';

export type TopUpRequest = Parsed<(typeof paymentsContract)['POST /payment/wallet/top-up']>['body'];

interface TopUpQuote {
  price_cents: bigint;
  tokens_cents: bigint;
  description: string;
}

const tokensText = (cents: bigint): string => `${amountOf(cents).toFixed(2)} tokens`;

async function packageQuote(ctx: Context, id: string): Promise<TopUpQuote> {
  const [row] = await ctx.db
    .select()
    .from(tokenPackages)
    .where(and(eq(tokenPackages.id, id), eq(tokenPackages.isActive, true), isNull(tokenPackages.removedAt)));
  return row ? { price_cents: row.priceCents, tokens_cents: row.tokensCents, description: row.name } : fail('package_not_found');
}

/** Throws price_out_of_range, with a message that names the limits. */
function assertAmount(ctx: Context, amount: bigint): void {
  const { minimumWalletPrice: min, maximumWalletPrice: max, currency } = ctx.settings.values();
  if (amount >= (centsOf(min) ?? 0n) && amount <= (centsOf(max) ?? 0n)) return;
  const message = `Enter an amount between ${min.toFixed(2)} and ${max.toFixed(2)} ${currency.toUpperCase()}.`;
  fail('price_out_of_range', { message, issues: [{ path: 'amount', message: errors.price_out_of_range[1] }] });
}

async function quoteOf(ctx: Context, { amount, packageId }: TopUpRequest): Promise<TopUpQuote> {
  if (packageId !== undefined) return packageQuote(ctx, packageId);
  const price_cents = amount ?? 0n;
  assertAmount(ctx, price_cents);
  return { price_cents, tokens_cents: price_cents, description: '' };
}

/**
 * Creates a top-up in the transaction of `tx`. A coupon that covers the whole price needs no card, and the top-up is applied
 * immediately. Rejects with price_out_of_range, package_not_found, coupon_not_found, coupon_used, coupon_expired, price_changed,
 * card_not_found and card_required.
 */
export async function beginTopUp(tx: Context, userId: string, id: string, body: TopUpRequest): Promise<unknown> {
  const { price_cents, tokens_cents, description } = await quoteOf(tx, body);
  const coupon = body.couponCode === undefined ? null : await usableCoupon(tx, userId, body.couponCode);
  const total_cents = coupon ? discountedPrice(price_cents, coupon.value) : price_cents;
  const { expectedPrice = total_cents, expectedTokens = tokens_cents } = body;
  if (expectedPrice !== total_cents || expectedTokens !== tokens_cents) fail('price_changed');
  const payment: NewPayment = {
    userId,
    type: 'top_up',
    title: tokensText(tokens_cents),
    description,
    original_cents: price_cents,
    total_cents,
    tokens_cents,
    couponId: coupon?.id ?? null,
  };
  if (total_cents === 0n) return recordPaid(tx, id, payment);
  // A currency without cents cannot represent every amount.
  if (!isPayable(total_cents, tx.settings.values().currency)) failAt('amount', 'price_out_of_range');
  return beginPayment(tx, id, { ...payment, card: await cardToPay(tx, userId, body.cardId) });
}
