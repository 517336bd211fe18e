/**
 * Giving payments back. A refund has its own row and key before the gateway is asked. What the gateway then says of all refunds of
 * the charge is booked by `sync-refunds.ts`.
 */
import { and, asc, eq } from 'drizzle-orm';
import { walletSource } from '@contract/values';
import { audit } from '../../../platform/audit/audit';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentRefunds } from '../../../platform/db/schema/schema';
import { fail } from '../../../kernel/api-error';
import { isPayable } from '../../gateways/currency';
import { GatewayAway, GatewayRefused, type Gateway, type RefundOutcome } from '../../gateways/gateway';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { Continuing } from '../../../platform/http/serve';
import { firstOf, type Intention } from '../../../platform/idempotency/idempotency';
import { lockAccount } from '../../../modules/people/people';
import { bookRefund, gatewayKeyOf, syncRefunds } from './sync-refunds';
import { findPayment, gatewayOf, lockPayment, paymentAnswer, type Payment, type PaymentAnswer } from '../rows';
import { leftOf } from '../../../modules/payments/take-back';

type Refund = typeof paymentRefunds.$inferSelect;

/** A gateway forgets keys after a day: a refund that it knows nothing of by then is given up. */
const giveUp_ms = 20 * 3_600_000;

export interface RefundWish {
  amount?: bigint | undefined;
  reason: string;
}

async function findRefund(ctx: Context, id: string): Promise<Refund> {
  const [row] = await ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id));
  return row ?? fail('payment_not_found');
}

async function refuseRefund(tx: Context, id: string, failure: string): Promise<void> {
  await tx.db
    .update(paymentRefunds)
    .set({ status: 'refused', failure, updatedAt: tx.clock.now() })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.status, 'created')));
}

/** Refuses what cannot be given back: a payment that took nothing, one that went back already, more than is left of it. */
function assertRefundable(payment: Payment, cents: bigint): void {
  const { status, currency } = payment;
  if (status !== 'success' && status !== 'refunded' && status !== 'disputed') fail('payment_not_found');
  if (leftOf(payment) === 0n) fail('already_refunded');
  if (cents > leftOf(payment) || !isPayable(cents, currency)) fail('price_out_of_range');
}

async function beginRefund(
  tx: Context,
  operator: Actor,
  client: Client,
  refundId: string,
  found: Payment,
  { amount, reason }: RefundWish,
): Promise<void> {
  await lockAccount(tx, found.userId);
  const payment = await lockPayment(tx, found.id);
  if ((await tx.db.$count(paymentRefunds, and(eq(paymentRefunds.paymentId, found.id), eq(paymentRefunds.status, 'created')))) > 0)
    fail('request_in_progress', { retryAfter_s: 1 });
  const cents = amount ?? leftOf(payment);
  assertRefundable(payment, cents);
  const now = tx.clock.now();
  const isHere = payment.gateway === walletSource;
  await tx.db.insert(paymentRefunds).values({
    id: refundId,
    paymentId: payment.id,
    amountCents: cents,
    reason,
    status: isHere ? 'success' : 'created',
    bookedCents: isHere ? cents : 0n,
    createdAt: now,
    updatedAt: now,
  });
  await audit(tx, operator, client, {
    action: 'payment.refund',
    targetType: 'payment',
    targetId: payment.id,
    after: { amount: Number(cents) / 100, reason },
  });
  if (isHere) await bookRefund(tx, payment, { id: refundId, cents, reason });
}

/** What the gateway made of a refund; null while nobody knows. */
async function ask(ctx: Context, gateway: Gateway, payment: Payment, refund: Refund, chargeId: string): Promise<RefundOutcome | null> {
  const key = gatewayKeyOf(refund.id);
  const isOld = ctx.clock.now().getTime() - refund.createdAt.getTime() > giveUp_ms;
  try {
    if (!isOld) return await gateway.refund({ key, chargeId, amount_cents: refund.amountCents, currency: payment.currency });
    const known = await gateway.lookUpRefund({ key, chargeId, refundId: null });
    return known ?? { status: 'refused', refundId: null, message: 'The gateway never heard of this refund.' };
  } catch (error) {
    if (!(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error;
    ctx.log.warn({ err: error, payment: payment.id }, 'a refund has no outcome');
    const isUndone = error instanceof GatewayRefused && error.reason !== 'busy';
    return isUndone ? { status: 'refused', refundId: null, message: error.message } : null;
  }
}

/** Asks the gateway for an open refund and books it. Again is safe: its key is the same. */
export async function settleRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await findRefund(ctx, refundId);
  const payment = await findPayment(ctx, refund.paymentId);
  const gateway = payment && gatewayOf(ctx, payment.gateway);
  if (refund.status !== 'created' || !payment || !gateway || payment.gatewayId === null) return;
  const outcome = await ask(ctx, gateway, payment, refund, payment.gatewayId);
  if (outcome?.status === 'refused') return refuseRefund(ctx, refundId, outcome.message);
  if (outcome !== null)
    await syncRefunds(ctx, payment).catch((error: unknown) => {
      if (!(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error;
      ctx.log.warn({ err: error, payment: payment.id }, 'a refund waits to be booked');
    });
}

/** Refunds whose end is not known, the oldest first. */
export async function openRefunds(ctx: Context, max: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.status, 'created'))
    .orderBy(asc(paymentRefunds.createdAt))
    .limit(max);
  return rows.map(({ id }) => id);
}

/**
 * Gives a payment back to the card or wallet that paid it, once for the intention. Goes on after the answer when the gateway is
 * away. Refuses with payment_not_found, already_refunded (also in the gateway's words), price_out_of_range, and
 * request_in_progress while another refund of the payment runs.
 */
export async function refundPayment(
  ctx: Context,
  operator: Actor,
  client: Client,
  intention: Intention,
  paymentId: string,
  wish: RefundWish,
): Promise<PaymentAnswer | Continuing<PaymentAnswer>> {
  const refundId = await inTransaction(ctx, async (tx) => {
    const newId = tx.chance.id();
    const first = await firstOf(tx, intention, newId);
    if (first !== newId) return first;
    const payment = (await findPayment(tx, paymentId)) ?? fail('payment_not_found');
    await beginRefund(tx, operator, client, newId, payment, wish);
    return newId;
  });
  await settleRefund(ctx, refundId);
  const { status, failure } = await findRefund(ctx, refundId);
  if (status === 'refused' || status === 'returned') fail('already_refunded', failure === null ? {} : { message: failure });
  const answer = await paymentAnswer(ctx, paymentId);
  return status === 'created' ? new Continuing(answer) : answer;
}
