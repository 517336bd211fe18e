/**
 * Money that came in for a subscription that may no longer begin: the fan was blocked, or the performer's page was closed, while
 * the bank was asked. Nothing is sold; the money waits among the site's adjustments and goes back to the card that paid it.
 */
import { and, eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import type { Context } from '../../platform/context';
import { paymentRefunds } from '../../platform/db/schema/schema';
import { adjustmentsAccount, gatewayAccount } from '../ledger/chart';
import { post } from '../ledger/ledger';
import { findAccount } from '../../modules/people/people';
import { obstacle } from '../../modules/subscriptions/subscriptions';
import { giveCouponBack } from './coupons/coupons';
import { settleRefund } from './refunds/refund';
import { changePayment, impossible, publishPayment, type Payment } from './rows';
import { subscriptionEffects } from '../../modules/payments/subscription-effects';

/** Whether what a payment was made for cannot be given any more. What brings tokens always can. */
export async function isImpossible(tx: Context, { type, performerId, userId }: Payment): Promise<boolean> {
  if (type === 'top_up' || performerId === null) return false;
  const fan = await findAccount(tx, userId);
  return (await obstacle(tx, { userId, performerId }, fan?.status)) !== null;
}

/** Books the money as waiting, with its refund, in the transaction that learns that it came in; `giveBackHeld` then asks the gateway. */
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
    id: tx.chance.id(),
    paymentId: id,
    amountCents: totalCents,
    reason: errors[impossible][1],
    status: 'created',
    createdAt: now,
    updatedAt: now,
  });
  const why = { failureCode: impossible, failureMessage: errors[impossible][1] };
  const held = await changePayment(tx, id, { transferId, status: 'success', clientSecret: null, ...why });
  await giveCouponBack(tx, id);
  await subscriptionEffects.failed(tx, held);
  await publishPayment(tx, 'payment/settled', held);
  return held;
}

/** Asks the gateway at once to give back what waits; what fails here the reconciler tries again. */
export async function giveBackHeld(ctx: Context, payment: Payment): Promise<void> {
  const open = await ctx.db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, payment.id), eq(paymentRefunds.status, 'created')));
  for (const { id } of open) await settleRefund(ctx, id);
}
