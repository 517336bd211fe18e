/**
 * Refunding payments. A refund's row and idempotency key are committed before the gateway is called. `sync-refunds.ts` then posts
 * all refunds of the charge that the gateway reports.
 */
import { and, asc, eq } from 'drizzle-orm';
import { amountOf } from '@contract/kernel/values/amounts';
import { walletSource } from '@contract/kernel/values/money';
import { audit } from '../../../platform/audit/audit';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentRefunds } from '../../../platform/db/schema/payments';
import { fail } from '../../../kernel/api-error';
import { isPayable } from '../../gateways/currency';
import { GatewayUnavailable, GatewayRejected, type Gateway, type RefundOutcome } from '../../gateways/gateway';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { AcceptedResponse } from '../../../platform/http/serve';
import { claimSubjectId, type IdempotentRequest } from '../../../platform/idempotency/idempotency';
import { lockAccount } from '../../../people/people/rows';
import { postRefund, gatewayKeyOf, syncRefunds } from './sync-refunds';
import { findPayment, gatewayOf, lockPayment, paymentResponse, type Payment, type PaymentResponse } from '../rows';
import { remainingCents } from './reverse-payment';

type Refund = typeof paymentRefunds.$inferSelect;

/** A gateway forgets idempotency keys after a day. A refund that it still does not know by then is abandoned. */
const abandonAfter_ms = 20 * 3_600_000;

export interface RefundFields {
  amount?: bigint | undefined;
  reason: string;
}

async function findRefund(ctx: Context, id: string): Promise<Refund> {
  const [row] = await ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id));
  return row ?? fail('payment_not_found');
}

async function markRefused(tx: Context, id: string, failure: string): Promise<void> {
  await tx.db
    .update(paymentRefunds)
    .set({ status: 'refused', failure, updatedAt: tx.clock.now() })
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.status, 'created')));
}

/** Throws when the payment cannot be refunded: it was not paid, is already refunded, or less is left of it. */
function assertRefundable(payment: Payment, cents: bigint): void {
  const { status, currency } = payment;
  if (status !== 'success' && status !== 'refunded' && status !== 'disputed') fail('payment_not_found');
  if (remainingCents(payment) === 0n) fail('already_refunded');
  if (cents > remainingCents(payment) || !isPayable(cents, currency)) fail('price_out_of_range');
}

async function beginRefund(
  tx: Context,
  operator: Actor,
  client: Client,
  refundId: string,
  found: Payment,
  { amount, reason }: RefundFields,
): Promise<void> {
  await lockAccount(tx, found.userId);
  const payment = await lockPayment(tx, found.id);
  if ((await tx.db.$count(paymentRefunds, and(eq(paymentRefunds.paymentId, found.id), eq(paymentRefunds.status, 'created')))) > 0)
    fail('request_in_progress', { retryAfter_s: 1 });
  const cents = amount ?? remainingCents(payment);
  assertRefundable(payment, cents);
  const now = tx.clock.now();
  const isFromWallet = payment.gateway === walletSource;
  await tx.db.insert(paymentRefunds).values({
    id: refundId,
    paymentId: payment.id,
    amountCents: cents,
    reason,
    status: isFromWallet ? 'success' : 'created',
    bookedCents: isFromWallet ? cents : 0n,
    createdAt: now,
    updatedAt: now,
  });
  await audit(tx, operator, client, {
    action: 'payment.refund',
    targetType: 'payment',
    targetId: payment.id,
    after: { amount: amountOf(cents), reason },
  });
  if (isFromWallet) await postRefund(tx, payment, { id: refundId, cents, reason });
}

/** The gateway's outcome of a refund, or null while it is unknown. */
async function requestRefund(
  ctx: Context,
  gateway: Gateway,
  payment: Payment,
  refund: Refund,
  chargeId: string,
): Promise<RefundOutcome | null> {
  const key = gatewayKeyOf(refund.id);
  const isOld = ctx.clock.now().getTime() - refund.createdAt.getTime() > abandonAfter_ms;
  try {
    if (!isOld) return await gateway.refund({ key, chargeId, amount_cents: refund.amountCents, currency: payment.currency });
    const existing = await gateway.lookUpRefund({ key, chargeId, refundId: null });
    return existing ?? { status: 'refused', refundId: null, message: 'The payment provider never received this refund.' };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
    ctx.log.warn({ err: error, payment: payment.id }, 'a refund had no conclusive result');
    const hasNoEffect = error instanceof GatewayRejected && error.reason !== 'busy';
    return hasNoEffect ? { status: 'refused', refundId: null, message: error.message } : null;
  }
}

/** Requests an open refund at the gateway and posts it. Idempotent, because it reuses the same key. */
export async function settleRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await findRefund(ctx, refundId);
  const payment = await findPayment(ctx, refund.paymentId);
  const gateway = payment && gatewayOf(ctx, payment.gateway);
  if (refund.status !== 'created' || !payment || !gateway || payment.gatewayId === null) return;
  const outcome = await requestRefund(ctx, gateway, payment, refund, payment.gatewayId);
  if (outcome?.status === 'refused') return markRefused(ctx, refundId, outcome.message);
  if (outcome !== null)
    await syncRefunds(ctx, payment).catch((error: unknown) => {
      if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
      ctx.log.warn({ err: error, payment: payment.id }, 'a refund is not recorded yet');
    });
}

/** Refunds without an outcome, oldest first. */
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
 * Refunds a payment to the card or wallet that paid it, once per idempotency key. Returns an `AcceptedResponse` when the gateway is
 * unavailable. Rejects with payment_not_found, already_refunded (sometimes with the gateway's message), price_out_of_range, and
 * request_in_progress while another refund of the payment is open.
 */
export async function refundPayment(
  ctx: Context,
  operator: Actor,
  client: Client,
  idempotentRequest: IdempotentRequest,
  paymentId: string,
  fields: RefundFields,
): Promise<PaymentResponse | AcceptedResponse<PaymentResponse>> {
  const refundId = await inTransaction(ctx, async (tx) => {
    const newId = tx.random.id();
    const claimedId = await claimSubjectId(tx, idempotentRequest, newId);
    if (claimedId !== newId) return claimedId;
    const payment = (await findPayment(tx, paymentId)) ?? fail('payment_not_found');
    await beginRefund(tx, operator, client, newId, payment, fields);
    return newId;
  });
  await settleRefund(ctx, refundId);
  const { status, failure } = await findRefund(ctx, refundId);
  if (status === 'refused' || status === 'returned') fail('already_refunded', failure === null ? {} : { message: failure });
  const response = await paymentResponse(ctx, paymentId);
  return status === 'created' ? new AcceptedResponse(response) : response;
}
