/**
 * Settling a payment: asks the gateway, and applies the outcome once, whether the request, a webhook or the reconciler gets it
 * first. The gateway is never called inside a transaction. Its outcome is applied in one, with the payer's account and the payment
 * locked.
 */
import { and, eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { gatewayCustomers, paymentCards } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import { isPayable } from '../gateways/currency';
import { declined, declines } from '../gateways/declines';
import { GatewayUnavailable, GatewayRejected, type ChargeParams, type ChargeOutcome, type Gateway } from '../gateways/gateway';
import { lockAccount } from '../../people/people/rows';
import { failPayment, applyPayment, applyLatePayment } from './effects';
import { refundHeldPayment } from './undeliverable';
import { changePayment, findPayment, gatewayOf, isUnsettled, lockPayment, publishPayment, wasUndeliverable, type Payment } from './rows';

/** The failure of a payment that the payer never confirmed. */
const confirmationFailure = { status: 'canceled', code: 'authentication_failed', message: declines.authentication_failed } as const;
/** The failure when the gateway did nothing, for a reason other than the card. */
const gatewayFailure = {
  status: 'failed',
  code: 'service_unavailable',
  message: 'Card payments aren’t available right now. You weren’t charged. Try again later.',
} as const;
const abandonedFailure = { status: 'failed', code: 'try_again', message: declines.try_again } as const;

/** The payer's customer id at the provider. Empty when they never saved a card there. */
async function customerOf(ctx: Context, { userId, gateway }: Payment): Promise<string> {
  const [row] = await ctx.db
    .select({ id: gatewayCustomers.customerId })
    .from(gatewayCustomers)
    .where(and(eq(gatewayCustomers.accountId, userId), eq(gatewayCustomers.gateway, gateway)));
  return row?.id ?? '';
}

/** Deterministic for a payment, because it is the payload of the gateway's idempotency key. */
async function chargeParamsOf(ctx: Context, payment: Payment): Promise<ChargeParams> {
  const [card] = await ctx.db
    .select({ id: paymentCards.gatewayCardId })
    .from(paymentCards)
    .where(eq(paymentCards.id, payment.cardId ?? payment.id));
  return {
    key: payment.gatewayKey,
    amount_cents: payment.totalCents,
    currency: payment.currency,
    customer: await customerOf(ctx, payment),
    card: card?.id ?? fail('card_not_found'),
    presence: payment.isOffSession ? 'off_session' : 'on_session',
    description: payment.title,
    metadata: { payment: payment.id },
  };
}

/** Runs `change` with the payer's account and the payment locked. `change` gets the current row. */
function withLockedPayment(
  ctx: Context,
  { id, userId }: Payment,
  change: (tx: Context, payment: Payment) => Promise<Payment>,
): Promise<Payment> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    return change(tx, await lockPayment(tx, id));
  });
}

const failUnsettled = (ctx: Context, payment: Payment, failure: Parameters<typeof failPayment>[2]): Promise<Payment> =>
  withLockedPayment(ctx, payment, (tx, current) => (isUnsettled(current) ? failPayment(tx, current, failure) : Promise.resolve(current)));

/** The outcome is unknown: leaves the payment to the reconciler. */
const markProcessing = (ctx: Context, payment: Payment): Promise<Payment> =>
  withLockedPayment(ctx, payment, (tx, current) =>
    current.status === 'created' ? changePayment(tx, current.id, { status: 'processing' }) : Promise.resolve(current),
  );

/** Stores the gateway's outcome and applies its effects. */
async function applyOutcome(ctx: Context, payment: Payment, outcome: ChargeOutcome): Promise<Payment> {
  const settled = await withLockedPayment(ctx, payment, async (tx, current) => {
    // An abandoned payment may still have been paid. Money that arrived is always applied.
    const isLate = (current.status === 'failed' || current.status === 'canceled') && outcome.status === 'succeeded';
    if (!isUnsettled(current) && !isLate) return current;
    const gatewayId = outcome.chargeId ?? current.gatewayId;
    switch (outcome.status) {
      case 'succeeded':
        if (outcome.amount_cents !== current.totalCents)
          throw new Error(
            `${current.gateway} charged ${outcome.amount_cents} hundredths for payment ${current.id} of ${current.totalCents}`,
          );
        return (isLate ? applyLatePayment : applyPayment)(tx, { ...current, ...(await changePayment(tx, current.id, { gatewayId })) });
      case 'declined':
        await changePayment(tx, current.id, { gatewayId });
        return failPayment(tx, current, { status: 'failed', code: outcome.code, message: outcome.message });
      case 'canceled':
        await changePayment(tx, current.id, { gatewayId });
        return failPayment(tx, current, confirmationFailure);
      case 'processing':
        if (current.status === 'processing' && current.gatewayId === gatewayId) return current;
        return changePayment(tx, current.id, { gatewayId, status: 'processing', clientSecret: null });
      case 'requires_action': {
        if (current.status === 'requires_action') return current;
        const awaitingAction = await changePayment(tx, current.id, {
          gatewayId,
          status: 'requires_action',
          clientSecret: outcome.clientSecret,
        });
        await publishPayment(tx, 'payment/action-required', awaitingAction);
        return awaitingAction;
      }
    }
  });
  if (wasUndeliverable(settled)) await refundHeldPayment(ctx, settled);
  return settled;
}

/** After a declined confirmation, the browser could still pay the charge with another card, so this cancels the charge. */
async function cancelIfDeclined(gateway: Gateway, payment: Payment, outcome: ChargeOutcome): Promise<ChargeOutcome> {
  if (payment.status !== 'requires_action' || outcome.status !== 'declined' || outcome.chargeId === null) return outcome;
  const canceled = await gateway.cancelCharge({ key: `cancel_${payment.id}`, chargeId: outcome.chargeId });
  return canceled.status === 'canceled' ? outcome : canceled;
}

/** A gateway call without an outcome: it may have taken effect, or it certainly has not. */
type NoOutcome = 'unknown' | 'rejected';

async function callGateway<T>(ctx: Context, payment: Payment, call: () => Promise<T>): Promise<T | NoOutcome> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
    ctx.log.warn({ err: error, payment: payment.id }, 'a payment had no conclusive result');
    return error instanceof GatewayUnavailable || error.reason === 'busy' ? 'unknown' : 'rejected';
  }
}

/**
 * Charges a payment at the gateway and returns its current row. Idempotent, because it reuses the same key. When the gateway is
 * unavailable the payment stays `processing`, for the reconciler.
 */
export async function chargePayment(ctx: Context, id: string): Promise<Payment> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!isUnsettled(payment) || payment.gatewayId !== null || !gateway) return payment;
  if (!isPayable(payment.totalCents, payment.currency))
    return applyOutcome(ctx, payment, { ...declined('amount_not_supported'), chargeId: null });
  const params = await chargeParamsOf(ctx, payment);
  const outcome = await callGateway(ctx, payment, () => gateway.charge(params));
  if (outcome === 'unknown') return markProcessing(ctx, payment);
  if (outcome === 'rejected') return failUnsettled(ctx, payment, gatewayFailure);
  return applyOutcome(ctx, payment, outcome);
}

/** The payment's outcome at the gateway, or null when the gateway does not know it. */
async function lookUpCharge(
  ctx: Context,
  gateway: Gateway,
  payment: Payment,
  chargeId: string | null,
): Promise<ChargeOutcome | null | NoOutcome> {
  const customer = await customerOf(ctx, payment);
  return callGateway(ctx, payment, async () => {
    const { gatewayKey: key, createdAt: since, gatewayId } = payment;
    const outcome = await gateway.lookUpCharge({ key, customer, chargeId: gatewayId ?? chargeId, since });
    return outcome && cancelIfDeclined(gateway, payment, outcome);
  });
}

/**
 * Looks a payment up at the gateway and returns its current row. Successful payments are left alone. `chargeId` comes from an
 * event, for a payment whose charge response was lost. Without an outcome nothing changes.
 */
export async function settlePayment(ctx: Context, id: string, chargeId: string | null = null): Promise<Payment> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!gateway || payment.status === 'success') return payment;
  const outcome = await lookUpCharge(ctx, gateway, payment, chargeId);
  return outcome === null || typeof outcome === 'string' ? payment : applyOutcome(ctx, payment, outcome);
}

/**
 * Settles an open payment by looking it up. One unknown to the gateway is charged again with its own key until `abandonAfter_s`, and
 * abandoned after that. A bank confirmation that was not completed by then is canceled.
 */
export async function reconcilePayment(ctx: Context, payment: Payment, abandonAfter_s: number): Promise<Payment> {
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!gateway) return payment;
  const isOld = ctx.clock.now().getTime() - payment.createdAt.getTime() > abandonAfter_s * 1000;
  const outcome = await lookUpCharge(ctx, gateway, payment, null);
  if (typeof outcome === 'string') return payment;
  if (outcome === null) return isOld ? failUnsettled(ctx, payment, abandonedFailure) : chargePayment(ctx, payment.id);
  if (outcome.status !== 'requires_action' || !isOld) return applyOutcome(ctx, payment, outcome);
  const canceled = await callGateway(ctx, payment, () => gateway.cancelCharge({ key: `cancel_${payment.id}`, chargeId: outcome.chargeId }));
  return typeof canceled === 'string' ? payment : applyOutcome(ctx, payment, canceled);
}
