/**
 * What a payment does once its end is known: tokens, or a subscription, and a coupon that is spent or given back. Each runs in
 * the transaction that writes the end, with the payer's account and the payment held, so that it happens exactly once.
 */
import { amountOf, walletSource } from '@contract/values';
import type { Context } from '../../platform/context';
import { gatewayAccount, promotionsAccount, walletOf, type AccountId } from '../ledger/chart';
import { post } from '../ledger/ledger';
import { shownGateway } from '../gateways/names';
import { settleDebt } from '../charges/charges';
import { commissionRateOf, sell } from '../earnings/earnings';
import { raise } from '../../platform/webhooks/emit';
import { giveCouponBack, takeCouponAgain } from './coupons/coupons';
import { holdForRefund, isImpossible } from './undeliverable';
import { sendReceipt } from '../../modules/payments/mails';
import { changePayment, publishPayment, type Payment } from './rows';
import { subscriptionEffects } from '../../modules/payments/subscription-effects';

/** The balance that a payment is paid from. */
const payingAccount = ({ gateway, userId }: Payment): AccountId => (gateway === walletSource ? walletOf(userId) : gatewayAccount(gateway));

/** Tokens for the wallet: what the card did not pay for them, the site gives. */
async function topUp(tx: Context, payment: Payment): Promise<Partial<Payment>> {
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

async function subscribe(tx: Context, payment: Payment): Promise<Partial<Payment>> {
  const { performerId, userId, totalCents } = payment;
  await subscriptionEffects.paid(tx, payment);
  // A free period sells nothing.
  if (performerId === null || totalCents === 0n) return {};
  const rate = await commissionRateOf(tx, performerId);
  const { transferId, commission_cents, earning_cents } = await sell(tx, {
    performerId,
    userId,
    type: 'subscription',
    price_cents: totalCents,
    rate,
    from: payingAccount(payment),
    source: shownGateway(payment.gateway),
    cause: { paymentId: payment.id },
    reason: 'subscription',
  });
  return { transferId, commissionRate: rate, commissionCents: commission_cents, earningCents: earning_cents };
}

/**
 * The payment was paid: what it pays for takes effect, or its money waits to go back where that is impossible by now. Refuses with
 * insufficient_balance when the wallet was to pay.
 */
export async function takeEffect(tx: Context, payment: Payment): Promise<Payment> {
  if (payment.gateway !== walletSource && (await isImpossible(tx, payment))) return holdForRefund(tx, payment);
  const booked = payment.type === 'top_up' ? await topUp(tx, payment) : await subscribe(tx, payment);
  const settled = await changePayment(tx, payment.id, {
    ...booked,
    status: 'success',
    clientSecret: null,
    failureCode: null,
    failureMessage: null,
  });
  await publishPayment(tx, 'payment/settled', settled);
  await sendReceipt(tx, settled);
  await raise(tx, 'payment.settled', {
    paymentId: settled.id,
    userId: settled.userId,
    performerId: settled.performerId,
    type: settled.type,
    amount: amountOf(settled.totalCents),
  });
  return settled;
}

/** As `takeEffect`, of a payment that was given up: what was freed then is used again, also when nothing is left of it. */
export async function takeLateEffect(tx: Context, payment: Payment): Promise<Payment> {
  await takeCouponAgain(tx, payment);
  if (payment.type !== 'top_up') await subscriptionEffects.paidLate(tx, payment);
  return takeEffect(tx, payment);
}

/** The payment will never be paid: what was kept for it is free again. */
export async function dropEffect(
  tx: Context,
  payment: Payment,
  why: { status: 'failed' | 'canceled'; code: string; message: string },
): Promise<Payment> {
  const { status, code, message } = why;
  const dropped = await changePayment(tx, payment.id, { status, failureCode: code, failureMessage: message, clientSecret: null });
  await giveCouponBack(tx, payment.id);
  if (payment.type !== 'top_up') await subscriptionEffects.failed(tx, dropped);
  await publishPayment(tx, 'payment/settled', dropped);
  return dropped;
}
