/**
 * Bringing a payment to its end: the gateway is asked, and what it says takes effect once, whoever hears it first: the request, a
 * webhook, or the reconciler. The gateway is never asked inside a transaction; what it said is applied in one, with the payer's
 * account and the payment held.
 */
import { and, eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { gatewayCustomers, paymentCards } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { isPayable } from '../gateways/currency';
import { declined, declines } from '../gateways/declines';
import { GatewayAway, GatewayRefused, type ChargeOrder, type ChargeOutcome, type Gateway } from '../gateways/gateway';
import { lockAccount } from '../../modules/people/people';
import { dropEffect, takeEffect, takeLateEffect } from './effects';
import { giveBackHeld } from './undeliverable';
import { changePayment, findPayment, gatewayOf, isUnsettled, lockPayment, publishPayment, wasHeld, type Payment } from './rows';

/** Said of a payment that its person never confirmed. */
const unconfirmed = { status: 'canceled', code: 'authentication_failed', message: declines.authentication_failed } as const;
/** Said when the gateway did nothing for a reason that is not the card's. */
const unserved = {
  status: 'failed',
  code: 'service_unavailable',
  message: 'Card payments do not work at the moment. Nothing was charged: please try again later.',
} as const;
const neverAsked = { status: 'failed', code: 'try_again', message: declines.try_again } as const;

/** The provider's own id of the payer, under which her cards and charges stand there. Empty when she never had a card there. */
async function customerOf(ctx: Context, { userId, gateway }: Payment): Promise<string> {
  const [row] = await ctx.db
    .select({ id: gatewayCustomers.customerId })
    .from(gatewayCustomers)
    .where(and(eq(gatewayCustomers.accountId, userId), eq(gatewayCustomers.gateway, gateway)));
  return row?.id ?? '';
}

/** The order says the same each time: its key stands for it. */
async function orderOf(ctx: Context, payment: Payment): Promise<ChargeOrder> {
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

/** Runs `change` with the payer's account and the payment held; `change` sees the payment as it is then. */
function holding(ctx: Context, { id, userId }: Payment, change: (tx: Context, payment: Payment) => Promise<Payment>): Promise<Payment> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    return change(tx, await lockPayment(tx, id));
  });
}

const drop = (ctx: Context, payment: Payment, why: Parameters<typeof dropEffect>[2]): Promise<Payment> =>
  holding(ctx, payment, (tx, now) => (isUnsettled(now) ? dropEffect(tx, now, why) : Promise.resolve(now)));

/** Nobody knows what the gateway did: the payment waits for the reconciler. */
const keepInDoubt = (ctx: Context, payment: Payment): Promise<Payment> =>
  holding(ctx, payment, (tx, now) =>
    now.status === 'created' ? changePayment(tx, now.id, { status: 'processing' }) : Promise.resolve(now),
  );

/** Writes what the gateway says, and what follows from it. */
async function take(ctx: Context, payment: Payment, outcome: ChargeOutcome): Promise<Payment> {
  const taken = await holding(ctx, payment, async (tx, now) => {
    // One that was given up may have been paid all the same: money that came in is never kept for nothing.
    const isLate = (now.status === 'failed' || now.status === 'canceled') && outcome.status === 'succeeded';
    if (!isUnsettled(now) && !isLate) return now;
    const gatewayId = outcome.chargeId ?? now.gatewayId;
    switch (outcome.status) {
      case 'succeeded':
        if (outcome.amount_cents !== now.totalCents)
          throw new Error(`${now.gateway} took ${outcome.amount_cents} hundredths for payment ${now.id} of ${now.totalCents}`);
        return (isLate ? takeLateEffect : takeEffect)(tx, { ...now, ...(await changePayment(tx, now.id, { gatewayId })) });
      case 'declined':
        await changePayment(tx, now.id, { gatewayId });
        return dropEffect(tx, now, { status: 'failed', code: outcome.code, message: outcome.message });
      case 'canceled':
        await changePayment(tx, now.id, { gatewayId });
        return dropEffect(tx, now, unconfirmed);
      case 'processing':
        if (now.status === 'processing' && now.gatewayId === gatewayId) return now;
        return changePayment(tx, now.id, { gatewayId, status: 'processing', clientSecret: null });
      case 'requires_action': {
        if (now.status === 'requires_action') return now;
        const asked = await changePayment(tx, now.id, { gatewayId, status: 'requires_action', clientSecret: outcome.clientSecret });
        await publishPayment(tx, 'payment/action-required', asked);
        return asked;
      }
    }
  });
  if (wasHeld(taken)) await giveBackHeld(ctx, taken);
  return taken;
}

/** A question of the bank that was answered with no stays open to another card in the browser until it is closed. */
async function closed(gateway: Gateway, payment: Payment, outcome: ChargeOutcome): Promise<ChargeOutcome> {
  if (payment.status !== 'requires_action' || outcome.status !== 'declined' || outcome.chargeId === null) return outcome;
  const end = await gateway.cancel({ key: `cancel_${payment.id}`, chargeId: outcome.chargeId });
  return end.status === 'canceled' ? outcome : end;
}

/** What a call came to when it has no outcome: nobody knows, or certainly nothing was done. */
type Unanswered = 'in doubt' | 'refused';

async function asking<T>(ctx: Context, payment: Payment, call: () => Promise<T>): Promise<T | Unanswered> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error;
    ctx.log.warn({ err: error, payment: payment.id }, 'a gateway gave no outcome');
    return error instanceof GatewayAway || error.reason === 'busy' ? 'in doubt' : 'refused';
  }
}

/**
 * Asks the gateway to charge a payment that was begun, and answers how it stands then. Again is safe: the key is the same. A
 * gateway that is away leaves it `processing`, for the reconciler.
 */
export async function chargePayment(ctx: Context, id: string): Promise<Payment> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!isUnsettled(payment) || payment.gatewayId !== null || !gateway) return payment;
  if (!isPayable(payment.totalCents, payment.currency)) return take(ctx, payment, { ...declined('amount_not_supported'), chargeId: null });
  const order = await orderOf(ctx, payment);
  const outcome = await asking(ctx, payment, () => gateway.charge(order));
  if (outcome === 'in doubt') return keepInDoubt(ctx, payment);
  if (outcome === 'refused') return drop(ctx, payment, unserved);
  return take(ctx, payment, outcome);
}

/** How the gateway says that a payment stands; null when it knows nothing of it. */
async function lookUp(
  ctx: Context,
  gateway: Gateway,
  payment: Payment,
  chargeId: string | null,
): Promise<ChargeOutcome | null | Unanswered> {
  const customer = await customerOf(ctx, payment);
  return asking(ctx, payment, async () => {
    const { gatewayKey: key, createdAt: since, gatewayId } = payment;
    const outcome = await gateway.lookUp({ key, customer, chargeId: gatewayId ?? chargeId, since });
    return outcome && closed(gateway, payment, outcome);
  });
}

/**
 * Looks a payment up at the gateway and answers how it stands then; one whose end is known is left alone. `chargeId` is what an
 * event calls it, for a payment that never heard. Without an answer nothing changes.
 */
export async function settlePayment(ctx: Context, id: string, chargeId: string | null = null): Promise<Payment> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!gateway || payment.status === 'success') return payment;
  const outcome = await lookUp(ctx, gateway, payment, chargeId);
  return outcome === null || typeof outcome === 'string' ? payment : take(ctx, payment, outcome);
}

/**
 * Settles a payment that stayed open: looked up; charged again under its own key while its person may still expect that, and
 * given up after that; a question of the bank that was never answered is closed. `giveUp_s` is how long she is waited for.
 */
export async function reconcilePayment(ctx: Context, payment: Payment, giveUp_s: number): Promise<Payment> {
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!gateway) return payment;
  const isOld = ctx.clock.now().getTime() - payment.createdAt.getTime() > giveUp_s * 1000;
  const outcome = await lookUp(ctx, gateway, payment, null);
  if (typeof outcome === 'string') return payment;
  if (outcome === null) return isOld ? drop(ctx, payment, neverAsked) : chargePayment(ctx, payment.id);
  if (outcome.status !== 'requires_action' || !isOld) return take(ctx, payment, outcome);
  const end = await asking(ctx, payment, () => gateway.cancel({ key: `cancel_${payment.id}`, chargeId: outcome.chargeId }));
  return typeof end === 'string' ? payment : take(ctx, payment, end);
}
