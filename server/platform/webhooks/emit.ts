/** Emits webhook events, in the transaction of the change that causes them. */
import { and, arrayContains, eq } from 'drizzle-orm';
import type { WebhookEvent } from '@contract/kernel/values/console';
import type { Context } from '../context';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks';

/** The payload of an event: ids and numbers, no personal data. */
export type WebhookData = Readonly<Record<string, string | number | boolean | null>>;

/** The request body of an event. */
export const webhookBody = (ctx: Pick<Context, 'random' | 'clock'>, event: WebhookEvent, data: WebhookData): string =>
  JSON.stringify({ id: ctx.random.id(), event, createdAt: ctx.clock.now().toISOString(), data });

/** Creates a delivery for every subscribed webhook, in the transaction of `tx`; a job sends it after the commit. */
export async function emitWebhook(tx: Context, event: WebhookEvent, data: WebhookData): Promise<void> {
  const subscribed = await tx.db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.isActive, true), arrayContains(webhooks.events, [event])));
  if (subscribed.length === 0) return;
  const now = tx.clock.now();
  const body = webhookBody(tx, event, data);
  const rows = subscribed.map(({ id: webhookId }) => ({
    id: tx.random.id(),
    webhookId,
    event,
    body,
    tries: 0,
    state: 'pending' as const,
    runsAt: now,
    createdAt: now,
    updatedAt: now,
  }));
  await tx.db.insert(webhookDeliveries).values(rows);
  await tx.jobs.enqueueAll(
    tx.db,
    'webhooks/deliver',
    rows.map(({ id }) => ({ deliveryId: id })),
  );
}
