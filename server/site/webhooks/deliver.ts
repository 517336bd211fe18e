/**
 * Sending messages: each is tried for a day, with growing pauses. Whoever is killed in the middle leaves the message pending;
 * it is sent again, and its receiver knows it by its id. What was tried is written down after the try, in one transaction.
 */
import { isNativeError } from 'node:util/types';
import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { hour, minute } from '@contract/kernel/units';
import { inTransaction, type Context } from '../../platform/context';
import { webhookDeliveries, webhooks } from '../../platform/db/schema/schema';
import { ClosedAddress } from '../../platform/outgoing/addresses';
import { postOutside } from '../../platform/outgoing/post';
import { notifyOperators } from '../../people/notifications/notifications';
import { openSecret, signatureHeader, signatureOf } from './signature';

type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type WebhookRow = typeof webhooks.$inferSelect;

/** How long after each try the next one comes; the last pause repeats until the day is over. */
const pauses_s = [10, minute, 5 * minute, 30 * minute, hour, 2 * hour, 4 * hour];
/** One that nobody has tried so long after its time lost its job, and gets another. */
const lost_s = 5 * minute;
const batch = 500;
const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nobody answers at this address.',
  ENOTFOUND: 'There is no host of this name.',
  ECONNRESET: 'The connection broke.',
};

interface Outcome {
  isTaken: boolean;
  words: string;
}

function wordsOf(error: unknown): string {
  if (error instanceof ClosedAddress) return 'The address leads into a closed network.';
  if (!isNativeError(error)) return 'It could not be sent.';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'No answer within ten seconds.';
  return codes[(error as NodeJS.ErrnoException).code ?? ''] ?? 'The connection could not be made.';
}

async function send(ctx: Context, { id, body, event }: DeliveryRow, { id: webhookId, url, secret }: WebhookRow): Promise<Outcome> {
  const signature = signatureOf(openSecret(ctx.config.appSecret, webhookId, secret), body, ctx.clock.now());
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Footlight-Webhooks' },
    ...{ 'footlight-event': event, 'footlight-delivery': id, [signatureHeader]: signature },
  };
  try {
    const status = await postOutside(ctx.config.webhookOrigin, { endpoint: url, headers, body });
    return { isTaken: status >= 200 && status < 300, words: `Answered ${String(status)}.` };
  } catch (error) {
    return { isTaken: false, words: wordsOf(error) };
  }
}

const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** Gives up all that waits for a webhook, which is switched off in the transaction of `tx`. */
export async function giveUpWaiting(tx: Context, webhookId: string): Promise<void> {
  await tx.db
    .update(webhookDeliveries)
    .set({ state: 'failed', runsAt: null, updatedAt: tx.clock.now() })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'pending')));
}

/** Switches off a webhook at which nothing has arrived for a day, and tells the operators. */
async function switchOff(tx: Context, { id, url }: WebhookRow): Promise<void> {
  const now = tx.clock.now();
  await tx.db.update(webhooks).set({ isActive: false, updatedAt: now }).where(eq(webhooks.id, id));
  await giveUpWaiting(tx, id);
  await notifyOperators(tx, 'webhooks.change', {
    type: 'inbox',
    actorId: null,
    text: `The webhook to ${new URL(url).host} was switched off: nothing has arrived there for a day.`,
    link: '/admin/webhooks',
    event: `webhook-off:${id}:${now.toISOString()}`,
  });
}

async function noteTaken(tx: Context, delivery: DeliveryRow, outcome: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(webhookDeliveries)
    .set({ state: 'delivered', tries: delivery.tries + 1, outcome, runsAt: null, updatedAt: now })
    .where(eq(webhookDeliveries.id, delivery.id));
  await tx.db.update(webhooks).set({ failingSince: null, lastDeliveredAt: now }).where(eq(webhooks.id, delivery.webhookId));
}

async function noteFailed(tx: Context, delivery: DeliveryRow, webhook: WebhookRow, outcome: string): Promise<void> {
  const now = tx.clock.now();
  const next = later(now, pauses_s[Math.min(delivery.tries, pauses_s.length - 1)] ?? hour);
  const isOver = next > later(delivery.createdAt, limits.webhookTried_s);
  await tx.db
    .update(webhookDeliveries)
    .set({ state: isOver ? 'failed' : 'pending', tries: delivery.tries + 1, outcome, runsAt: isOver ? null : next, updatedAt: now })
    .where(eq(webhookDeliveries.id, delivery.id));
  const failingSince = webhook.failingSince ?? delivery.createdAt;
  if (webhook.failingSince === null) await tx.db.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhook.id));
  // A day without anything that arrives: by the clock, or because a whole message was given up.
  if (webhook.isActive && (isOver || now >= later(failingSince, limits.webhookTried_s))) await switchOff(tx, webhook);
  else if (!isOver) await tx.jobs.enqueue(tx.db, 'webhooks/deliver', { deliveryId: delivery.id }, { at: next });
}

/** Sends one message, unless it has arrived or was given up. Sending it twice at once happens only after a worker was lost. */
export async function deliver(ctx: Context, deliveryId: string): Promise<void> {
  const [found] = await ctx.db
    .select()
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.state, 'pending')));
  if (!found) return;
  const { isTaken, words } = await send(ctx, found.webhook_deliveries, found.webhooks);
  await inTransaction(ctx, async (tx) => {
    const [webhook] = await tx.db.select().from(webhooks).where(eq(webhooks.id, found.webhooks.id)).for('update');
    const [delivery] = await tx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId)).for('update');
    if (!webhook || delivery?.state !== 'pending') return;
    await (isTaken ? noteTaken(tx, delivery, words) : noteFailed(tx, delivery, webhook, words));
  });
}

/** Finds messages that lost their jobs, and forgets those that have been kept long enough. */
export async function sweepDeliveries(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const lost = await tx.db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.runsAt, later(now, -lost_s))))
      .orderBy(asc(webhookDeliveries.runsAt))
      .limit(batch)
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
    .where(lt(webhookDeliveries.createdAt, later(now, -limits.webhookKept_s)))
    .orderBy(asc(webhookDeliveries.createdAt))
    .limit(batch);
  let dropped: unknown[];
  do dropped = await ctx.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old)).returning({ id: webhookDeliveries.id });
  while (dropped.length === batch);
}
