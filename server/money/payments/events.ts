/**
 * What gateways report. An event is stored once under the gateway's own id of it and answered at once; a job applies it, in any
 * order and any number of times, for what it names is looked up and the look-up counts.
 */
import { and, asc, eq, isNull, lt, max, or } from 'drizzle-orm';
import { hour_ms } from '@contract/kernel/units';
import { inTransaction, type Context } from '../../platform/context';
import { gatewayEvents, payments } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Gateway, GatewayEvent } from '../gateways/gateway';
import { gatewayFor } from '../gateways/gateways';
import { providerOf } from '../gateways/names';
import { accountChanged, payoutChanged } from '../payouts/payouts';
import { applyDispute } from '../../modules/payments/disputes';
import { syncRefunds } from './refunds/sync-refunds';
import { type Payment } from './rows';
import { settlePayment } from './settle';

/** Events are asked for again from a little before the last one heard: they may be told out of order. */
const overlap_ms = 5 * 60_000;
/** How far back a host that was away asks. */
const memory_ms = 72 * hour_ms;

/** Amounts are whole hundredths, which JSON carries as text. */
const stored = (event: GatewayEvent): unknown =>
  JSON.parse(JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));

function revived(payload: unknown): GatewayEvent {
  const event = payload as { at: string; amount_cents?: string };
  return {
    ...event,
    at: new Date(event.at),
    ...(event.amount_cents !== undefined && { amount_cents: BigInt(event.amount_cents) }),
  } as GatewayEvent;
}

/** Stores an event, once, and lets a job apply it. */
async function keep(ctx: Context, gateway: string, event: GatewayEvent): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const kept = await tx.db
      .insert(gatewayEvents)
      .values({ gateway, eventId: event.id, payload: stored(event), receivedAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: gatewayEvents.eventId });
    if (kept.length > 0) await tx.jobs.enqueue(tx.db, 'payments/apply-event', { gateway, eventId: event.id });
  });
}

/** Takes a webhook as it came. Refuses with gateway_unknown and signature_invalid. */
export async function receiveWebhook(
  ctx: Context,
  name: string,
  body: Buffer,
  headers: Parameters<Gateway['readEvent']>[1],
): Promise<void> {
  const gateway = gatewayFor(ctx, name);
  const event = gateway.readEvent(body, headers) ?? fail('signature_invalid');
  if (event.type !== 'other') await keep(ctx, providerOf(gateway), event);
}

/** Asks every gateway for what it may have told in vain, and the sandbox for what it never tells by itself. */
export async function fetchEvents(ctx: Context): Promise<void> {
  const gateways = new Map(Object.values(ctx.gateways.byName).map((gateway) => [providerOf(gateway), gateway]));
  const now_ms = ctx.clock.now().getTime();
  for (const [provider, gateway] of gateways) {
    const [last] = await ctx.db
      .select({ at: max(gatewayEvents.receivedAt) })
      .from(gatewayEvents)
      .where(eq(gatewayEvents.gateway, provider));
    const from_ms = Math.max(now_ms - memory_ms, (last?.at?.getTime() ?? now_ms - hour_ms) - overlap_ms);
    for (const event of await gateway.eventsSince(new Date(from_ms))) if (event.type !== 'other') await keep(ctx, provider, event);
  }
}

/** The payment that an event is about, by the gateway's id of its charge or by our own key. */
async function paymentOf(ctx: Context, gateway: string, chargeId: string, key: string | null): Promise<Payment | null> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(eq(payments.gateway, gateway), or(eq(payments.gatewayId, chargeId), key === null ? undefined : eq(payments.gatewayKey, key))),
    );
  return row ?? null;
}

/** Whether a payment is known to have been paid; what is told of money that went back waits for that. */
const isPaid = ({ status }: Payment): boolean => status === 'success' || status === 'refunded' || status === 'disputed';

async function applyToPayment(ctx: Context, gateway: string, event: Extract<GatewayEvent, { chargeId: string }>): Promise<void> {
  const found = await paymentOf(ctx, gateway, event.chargeId, event.type === 'charge_changed' ? event.key : null);
  if (!found) {
    // Of somebody else who has the same keys; or of a payment whose answer was lost, which the reconciler finds.
    if (ctx.clock.now().getTime() - event.at.getTime() < hour_ms)
      throw new Error(`${gateway} tells of ${event.chargeId}, which is not known yet`);
    return;
  }
  const payment = isPaid(found) ? found : await settlePayment(ctx, found.id, event.chargeId);
  if (event.type === 'charge_changed') return;
  if (!isPaid(payment)) throw new Error(`${gateway} tells of money that went back of payment ${payment.id}, which is ${payment.status}`);
  await (event.type === 'refund_changed' ? syncRefunds(ctx, payment) : applyDispute(ctx, payment, event));
}

/** Applies a stored event. Again is safe. Throws when it has to be tried later. */
export async function applyEvent(ctx: Context, gateway: string, eventId: string): Promise<void> {
  const isIt = and(eq(gatewayEvents.gateway, gateway), eq(gatewayEvents.eventId, eventId));
  const [row] = await ctx.db.select().from(gatewayEvents).where(isIt);
  if (!row) return;
  const event = revived(row.payload);
  if ('chargeId' in event) await applyToPayment(ctx, gateway, event);
  else if (event.type === 'account_changed') await accountChanged(ctx, event);
  else if (event.type === 'payout_changed') await payoutChanged(ctx, event);
  await ctx.db.update(gatewayEvents).set({ appliedAt: ctx.clock.now() }).where(isIt);
}

/** Events that their jobs have given up, the oldest first. */
export function waitingEvents(ctx: Context, before: Date, most: number): Promise<{ gateway: string; eventId: string }[]> {
  return ctx.db
    .select({ gateway: gatewayEvents.gateway, eventId: gatewayEvents.eventId })
    .from(gatewayEvents)
    .where(and(isNull(gatewayEvents.appliedAt), lt(gatewayEvents.receivedAt, before)))
    .orderBy(asc(gatewayEvents.receivedAt))
    .limit(most);
}
