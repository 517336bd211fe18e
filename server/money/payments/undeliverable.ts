/**
 * Payments for a subscription that can no longer start or be renewed: the fan was blocked, the performer's page was closed, or the
 * subscription ended while the payment was processed. Nothing is sold. The money is held in the site's adjustments account and refunded
 * to the card.
 */
import { and, eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import type { Context } from '../../platform/context';
import { paymentRefunds } from '../../platform/db/schema/payments';
import { adjustmentsAccount, gatewayAccount } from '../ledger/chart';
import { post } from '../ledger/ledger';
import { findAccount } from '../../people/people/rows';
import { subscriptionObstacle } from '../subscriptions/due';
import { lockSubscription } from '../subscriptions/rows';
import { releaseCoupon } from './coupons/coupons';
import { settleRefund } from './refunds/refund';
import { changePayment, undeliverableCode, publishPayment, type Payment } from './rows';
import { subscriptionEffects } from './subscriptions/subscription-effects';

/** Whether the payment renews a subscription that has ended. The fan has been notified of the end and has to subscribe again. */
async function renewsEnded(tx: Context, { isOffSession, subscriptionId }: Payment): Promise<boolean> {
  if (!isOffSession || subscriptionId === null) return false;
  return (await lockSubscription(tx, subscriptionId))?.status === 'expired';
}

/** Whether what the payment is for can no longer be delivered. Top-ups always can. */
export async function isUndeliverable(tx: Context, payment: Payment): Promise<boolean> {
  const { type, performerId, userId } = payment;
  if (type === 'top_up' || performerId === null) return false;
  if (await renewsEnded(tx, payment)) return true;
  const fan = await findAccount(tx, userId);
  return (await subscriptionObstacle(tx, { userId, performerId }, fan?.status)) !== null;
}

/**
 * Records the money as held, with its refund, in the transaction that records the payment. `refundHeldPayment` then calls the gateway.
 */
export async function holdForRefund(tx: Context, payment: Payment): Promise<Payment> {
  const { id, gateway, totalCents } = payment;
  const { transferId } = await post(tx, {
    reason: 'held_payment',
    subject: id,
    key: `held_payment:${id}`,
    entries: [
      { account: gatewayAccount(gateway), cents: -totalCents },
      { account: adjustmentsAccount, cents: totalCents },
    ],
  });
  const now = tx.clock.now();
  await tx.db.insert(paymentRefunds).values({
    id: tx.random.id(),
    paymentId: id,
    amountCents: totalCents,
    reason: errors[undeliverableCode][1],
    status: 'created',
    createdAt: now,
    updatedAt: now,
  });
  const failure = { failureCode: undeliverableCode, failureMessage: errors[undeliverableCode][1] };
  const updated = await changePayment(tx, id, { transferId, status: 'success', clientSecret: null, ...failure });
  await releaseCoupon(tx, id);
  await subscriptionEffects.failed(tx, updated);
  await publishPayment(tx, 'payment/settled', updated);
  return updated;
}

/** Requests the open refunds at the gateway now. The reconciler retries what fails. */
export async function refundHeldPayment(ctx: Context, payment: Payment): Promise<void> {
  const openRefundRows = await ctx.db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, payment.id), eq(paymentRefunds.status, 'created')));
  for (const { id } of openRefundRows) await settleRefund(ctx, id);
}
