/**
 * Sending webhook deliveries: each is retried for a day, with increasing delays. A killed worker leaves the delivery pending; it is
 * sent again, and its receiver recognizes it by its id. The result is stored after the attempt, in one transaction.
 */
import { isNativeError } from 'node:util/types';
import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { hour, minute } from '@contract/kernel/units';
import { inTransaction, type Context } from '../../platform/context';
import { webhookDeliveries, webhooks } from '../../platform/db/schema/webhooks';
import { BlockedAddressError } from '../../platform/outgoing/addresses';
import { postExternal } from '../../platform/outgoing/post';
import { notifyOperators } from '../../people/notifications/notify';
import { openSecret, signatureHeader, signatureOf } from './signature';

type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type WebhookRow = typeof webhooks.$inferSelect;

/** The delay after each attempt; the last one repeats until the day is over. */
const retryDelays_s = [10, minute, 5 * minute, 30 * minute, hour, 2 * hour, 4 * hour];
/** A delivery that is overdue by this much has lost its job, and gets a new one. */
const overdue_s = 5 * minute;
const batchSize = 500;
const errorTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused.',
  ENOTFOUND: 'Host not found.',
  ECONNRESET: 'The connection was reset.',
};

interface Outcome {
  isDelivered: boolean;
  text: string;
}

function errorText(error: unknown): string {
  if (error instanceof BlockedAddressError) return 'This address is on a private network.';
  if (!isNativeError(error)) return 'The request couldn’t be sent.';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'No response within 10 seconds.';
  return errorTexts[(error as NodeJS.ErrnoException).code ?? ''] ?? 'The connection failed.';
}

async function send(ctx: Context, { id, body, event }: DeliveryRow, { id: webhookId, url, secret }: WebhookRow): Promise<Outcome> {
  const signature = signatureOf(openSecret(ctx.config.appSecret, webhookId, secret), body, ctx.clock.now());
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Footlight-Webhooks',
    'footlight-event': event,
    'footlight-delivery': id,
    [signatureHeader]: signature,
  };
  try {
    const status = await postExternal(ctx.config.webhookOrigin, { endpoint: url, headers, body });
    return { isDelivered: status >= 200 && status < 300, text: `Responded with HTTP ${String(status)}.` };
  } catch (error) {
    return { isDelivered: false, text: errorText(error) };
  }
}

const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** Fails all pending deliveries of a webhook that is switched off in the transaction of `tx`. */
export async function failPendingDeliveries(tx: Context, webhookId: string): Promise<void> {
  await tx.db
    .update(webhookDeliveries)
    .set({ state: 'failed', runsAt: null, updatedAt: tx.clock.now() })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'pending')));
}

/** Switches off a webhook without any successful delivery for a day, and notifies the operators. */
async function switchOff(tx: Context, { id, url }: WebhookRow): Promise<void> {
  const now = tx.clock.now();
  await tx.db.update(webhooks).set({ isActive: false, updatedAt: now }).where(eq(webhooks.id, id));
  await failPendingDeliveries(tx, id);
  await notifyOperators(tx, 'webhooks.change', {
    type: 'inbox',
    actorId: null,
    text: `The webhook to ${new URL(url).host} was turned off because all deliveries failed for a day.`,
    link: '/admin/webhooks',
    event: `webhook-off:${id}:${now.toISOString()}`,
  });
}

async function recordSuccess(tx: Context, delivery: DeliveryRow, outcome: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(webhookDeliveries)
    .set({ state: 'delivered', tries: delivery.tries + 1, outcome, runsAt: null, updatedAt: now })
    .where(eq(webhookDeliveries.id, delivery.id));
  await tx.db.update(webhooks).set({ failingSince: null, lastDeliveredAt: now }).where(eq(webhooks.id, delivery.webhookId));
}

async function recordFailure(tx: Context, delivery: DeliveryRow, webhook: WebhookRow, outcome: string): Promise<void> {
  const now = tx.clock.now();
  const next = addSeconds(now, retryDelays_s[Math.min(delivery.tries, retryDelays_s.length - 1)] ?? hour);
  const isOver = next > addSeconds(delivery.createdAt, limits.webhookRetryPeriod_s);
  await tx.db
    .update(webhookDeliveries)
    .set({ state: isOver ? 'failed' : 'pending', tries: delivery.tries + 1, outcome, runsAt: isOver ? null : next, updatedAt: now })
    .where(eq(webhookDeliveries.id, delivery.id));
  const failingSince = webhook.failingSince ?? delivery.createdAt;
  if (webhook.failingSince === null) await tx.db.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhook.id));
  // No success for a day: by the clock, or because a delivery has used up its day of retries.
  if (webhook.isActive && (isOver || now >= addSeconds(failingSince, limits.webhookRetryPeriod_s))) await switchOff(tx, webhook);
  else if (!isOver) await tx.jobs.enqueue(tx.db, 'webhooks/deliver', { deliveryId: delivery.id }, { at: next });
}

/** Sends one delivery, unless it was delivered or has failed. It is sent twice only if a worker died while sending it. */
export async function deliver(ctx: Context, deliveryId: string): Promise<void> {
  const [found] = await ctx.db
    .select()
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.state, 'pending')));
  if (!found) return;
  const { isDelivered, text } = await send(ctx, found.webhook_deliveries, found.webhooks);
  await inTransaction(ctx, async (tx) => {
    const [webhook] = await tx.db.select().from(webhooks).where(eq(webhooks.id, found.webhooks.id)).for('update');
    const [delivery] = await tx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId)).for('update');
    if (!webhook || delivery?.state !== 'pending') return;
    await (isDelivered ? recordSuccess(tx, delivery, text) : recordFailure(tx, delivery, webhook, text));
  });
}

/** Queues deliveries again that lost their jobs, and deletes expired ones. */
export async function sweepDeliveries(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const lost = await tx.db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.runsAt, addSeconds(now, -overdue_s))))
      .orderBy(asc(webhookDeliveries.runsAt))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = lost.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.db.update(webhookDeliveries).set({ runsAt: now }).where(inArray(webhookDeliveries.id, ids));
    await tx.jobs.enqueueAll(
      tx.db,
      'webhooks/deliver',
      ids.map((deliveryId) => ({ deliveryId })),
    );
  });
  const old = ctx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, addSeconds(now, -limits.webhookRetention_s)))
    .orderBy(asc(webhookDeliveries.createdAt))
    .limit(batchSize);
  let deleted: unknown[];
  do deleted = await ctx.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old)).returning({ id: webhookDeliveries.id });
  while (deleted.length === batchSize);
}
