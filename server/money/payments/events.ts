/**
 * Webhook events of gateways. An event is stored once under the gateway's event id and acknowledged immediately. A job applies it:
 * it looks up the object that the event names and uses that state, so the order and repetition of events do not matter.
 */
import { and, asc, eq, isNull, lt, max, or } from 'drizzle-orm';
import { hour_ms } from '@contract/kernel/units';
import { inTransaction, type Context } from '../../platform/context';
import { gatewayEvents, payments } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import type { Gateway, GatewayEvent } from '../gateways/gateway';
import { gatewayFor } from '../gateways/gateways';
import { providerOf } from '../gateways/names';
import { handleAccountChanged } from '../payouts/connect';
import { handlePayoutChanged } from '../payouts/pay';
import { syncDispute } from './refunds/disputes';
import { syncRefunds } from './refunds/sync-refunds';
import { type Payment } from './rows';
import { settlePayment } from './settle';

/** Polling starts a little before the last received event, because events can arrive out of order. */
const overlap_ms = 5 * 60_000;
/** How far back to poll after an outage. */
const maxLookBack_ms = 72 * hour_ms;

/** Amounts are bigints, which JSON stores as strings. */
const toJson = (event: GatewayEvent): unknown =>
  JSON.parse(JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));

function fromJson(payload: unknown): GatewayEvent {
  const event = payload as { at: string; amount_cents?: string };
  return {
    ...event,
    at: new Date(event.at),
    ...(event.amount_cents !== undefined && { amount_cents: BigInt(event.amount_cents) }),
  } as GatewayEvent;
}

/** Stores an event once and enqueues a job that applies it. */
async function storeEvent(ctx: Context, gateway: string, event: GatewayEvent): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const inserted = await tx.db
      .insert(gatewayEvents)
      .values({ gateway, eventId: event.id, payload: toJson(event), receivedAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: gatewayEvents.eventId });
    if (inserted.length > 0) await tx.jobs.enqueue(tx.db, 'payments/apply-event', { gateway, eventId: event.id });
  });
}

/** Receives a raw webhook request. Rejects with gateway_unknown and signature_invalid. */
export async function receiveWebhook(
  ctx: Context,
  name: string,
  body: Buffer,
  headers: Parameters<Gateway['readEvent']>[1],
): Promise<void> {
  const gateway = gatewayFor(ctx, name);
  const event = gateway.readEvent(body, headers) ?? fail('signature_invalid');
  if (event.type !== 'other') await storeEvent(ctx, providerOf(gateway), event);
}

/** Polls every gateway for events whose webhook was missed. The sandbox sends no webhooks and is only polled. */
export async function pollEvents(ctx: Context): Promise<void> {
  const gateways = new Map(Object.values(ctx.gateways.byName).map((gateway) => [providerOf(gateway), gateway]));
  const now_ms = ctx.clock.now().getTime();
  for (const [provider, gateway] of gateways) {
    const [last] = await ctx.db
      .select({ at: max(gatewayEvents.receivedAt) })
      .from(gatewayEvents)
      .where(eq(gatewayEvents.gateway, provider));
    const from_ms = Math.max(now_ms - maxLookBack_ms, (last?.at?.getTime() ?? now_ms - hour_ms) - overlap_ms);
    for (const event of await gateway.eventsSince(new Date(from_ms))) if (event.type !== 'other') await storeEvent(ctx, provider, event);
  }
}

/** The payment of an event, by the gateway's charge id or by our gateway key. */
async function paymentOf(ctx: Context, gateway: string, chargeId: string, key: string | null): Promise<Payment | null> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(eq(payments.gateway, gateway), or(eq(payments.gatewayId, chargeId), key === null ? undefined : eq(payments.gatewayKey, key))),
    );
  return row ?? null;
}

/** Whether a payment is known to be paid. Events about refunds and disputes are only applied after that. */
const isPaid = ({ status }: Payment): boolean => status === 'success' || status === 'refunded' || status === 'disputed';

async function applyToPayment(ctx: Context, gateway: string, event: Extract<GatewayEvent, { chargeId: string }>): Promise<void> {
  const found = await paymentOf(ctx, gateway, event.chargeId, event.type === 'charge_changed' ? event.key : null);
  if (!found) {
    // Another system uses the same gateway account, or the response to this payment was lost and the reconciler will find it.
    if (ctx.clock.now().getTime() - event.at.getTime() < hour_ms)
      throw new Error(`${gateway} sent an event for ${event.chargeId}, which is not known yet`);
    return;
  }
  const payment = isPaid(found) ? found : await settlePayment(ctx, found.id, event.chargeId);
  if (event.type === 'charge_changed') return;
  if (!isPaid(payment)) throw new Error(`${gateway} sent a refund or dispute for payment ${payment.id}, whose status is ${payment.status}`);
  await (event.type === 'refund_changed' ? syncRefunds(ctx, payment) : syncDispute(ctx, payment, event.disputeId));
}

/** Applies a stored event. Idempotent. Throws when it has to be retried. */
export async function applyEvent(ctx: Context, gateway: string, eventId: string): Promise<void> {
  const isThisEvent = and(eq(gatewayEvents.gateway, gateway), eq(gatewayEvents.eventId, eventId));
  const [row] = await ctx.db.select().from(gatewayEvents).where(isThisEvent);
  if (!row) return;
  const event = fromJson(row.payload);
  if ('chargeId' in event) await applyToPayment(ctx, gateway, event);
  else if (event.type === 'account_changed') await handleAccountChanged(ctx, event);
  else if (event.type === 'payout_changed') await handlePayoutChanged(ctx, event);
  await ctx.db.update(gatewayEvents).set({ appliedAt: ctx.clock.now() }).where(isThisEvent);
}

/** Events whose jobs have run out of retries, oldest first. */
export function unappliedEvents(ctx: Context, before: Date, limit: number): Promise<{ gateway: string; eventId: string }[]> {
  return ctx.db
    .select({ gateway: gatewayEvents.gateway, eventId: gatewayEvents.eventId })
    .from(gatewayEvents)
    .where(and(isNull(gatewayEvents.appliedAt), lt(gatewayEvents.receivedAt, before)))
    .orderBy(asc(gatewayEvents.receivedAt))
    .limit(limit);
}
