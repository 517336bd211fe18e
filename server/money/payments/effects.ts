/**
 * The effects of a payment once its outcome is known: tokens or a subscription, and a coupon that is used or released. Each effect
 * runs in the transaction that stores the outcome, with the payer's account and the payment locked, so that it happens exactly
 * once.
 */
import { amountOf } from '@contract/kernel/values/amounts';
import { walletSource } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { gatewayAccount, promotionsAccount, walletOf, type AccountId } from '../ledger/chart';
import { post } from '../ledger/ledger';
import { configuredNameOf } from '../gateways/names';
import { settleDebt } from '../charges/debt';
import { commissionRateOf, recordSale } from '../earnings/sell';
import { emitWebhook } from '../../platform/webhooks/emit';
import { releaseCoupon, reserveCouponAgain } from './coupons/coupons';
import { holdForRefund, isUndeliverable } from './undeliverable';
import { sendReceipt } from './mails';
import { changePayment, publishPayment, type Payment } from './rows';
import { subscriptionEffects } from './subscriptions/subscription-effects';

/** The account that a payment is paid from. */
const payingAccount = ({ gateway, userId }: Payment): AccountId => (gateway === walletSource ? walletOf(userId) : gatewayAccount(gateway));

/** Adds tokens to the wallet. The site's promotions account covers what the card did not pay. */
async function applyTopUp(tx: Context, payment: Payment): Promise<Partial<Payment>> {
  const tokens = payment.tokensCents ?? payment.originalCents;
  const { transferId } = await post(tx, {
    reason: 'top_up',
    subject: payment.id,
    key: `top_up:${payment.id}`,
    entries: [
      ...(payment.totalCents > 0n ? [{ account: payingAccount(payment), cents: -payment.totalCents }] : []),
      { account: promotionsAccount, cents: payment.totalCents - tokens },
      { account: walletOf(payment.userId), cents: tokens },
    ],
  });
  await settleDebt(tx, payment.userId, { cause: payment.id, key: payment.id });
  return { transferId };
}

async function applySubscription(tx: Context, payment: Payment): Promise<Partial<Payment>> {
  const { performerId, userId, totalCents } = payment;
  await subscriptionEffects.paid(tx, payment);
  // A free period has no sale.
  if (performerId === null || totalCents === 0n) return {};
  const rate = await commissionRateOf(tx, performerId);
  const { transferId, commission_cents, earning_cents } = await recordSale(tx, {
    performerId,
    userId,
    type: 'subscription',
    price_cents: totalCents,
    rate,
    from: payingAccount(payment),
    source: configuredNameOf(payment.gateway),
    cause: { paymentId: payment.id },
    reason: 'subscription',
  });
  return { transferId, commissionRate: rate, commissionCents: commission_cents, earningCents: earning_cents };
}

/**
 * Applies a paid payment, or holds its money for a refund when what it paid for can no longer be delivered. Rejects with
 * insufficient_balance when the wallet pays.
 */
export async function applyPayment(tx: Context, payment: Payment): Promise<Payment> {
  if (payment.gateway !== walletSource && (await isUndeliverable(tx, payment))) return holdForRefund(tx, payment);
  const sale = payment.type === 'top_up' ? await applyTopUp(tx, payment) : await applySubscription(tx, payment);
  const settled = await changePayment(tx, payment.id, {
    ...sale,
    status: 'success',
    clientSecret: null,
    failureCode: null,
    failureMessage: null,
  });
  await publishPayment(tx, 'payment/settled', settled);
  await sendReceipt(tx, settled);
  await emitWebhook(tx, 'payment.settled', {
    paymentId: settled.id,
    userId: settled.userId,
    performerId: settled.performerId,
    type: settled.type,
    amount: amountOf(settled.totalCents),
  });
  return settled;
}

/**
 * As `applyPayment`, for a payment that was abandoned and then succeeded: takes the released coupon and promotion uses again, even
 * beyond their limits.
 */
export async function applyLatePayment(tx: Context, payment: Payment): Promise<Payment> {
  await reserveCouponAgain(tx, payment);
  if (payment.type !== 'top_up') await subscriptionEffects.paidLate(tx, payment);
  return applyPayment(tx, payment);
}

/** Applies a failed or canceled payment: releases its coupon and its subscription or promotion use. */
export async function failPayment(
  tx: Context,
  payment: Payment,
  failure: { status: 'failed' | 'canceled'; code: string; message: string },
): Promise<Payment> {
  const { status, code, message } = failure;
  const failed = await changePayment(tx, payment.id, { status, failureCode: code, failureMessage: message, clientSecret: null });
  await releaseCoupon(tx, payment.id);
  if (payment.type !== 'top_up') await subscriptionEffects.failed(tx, failed);
  await publishPayment(tx, 'payment/settled', failed);
  return failed;
}
