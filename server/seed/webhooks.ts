/** Demo webhooks: two receivers, one of them unreachable for some hours, one switched off. */
import { eq } from 'drizzle-orm';
import type { DeliveryState, WebhookEvent } from '@contract/kernel/values/console';
import { inTransaction, type Context } from '../platform/context';
import { webhookDeliveries, webhooks } from '../platform/db/schema/webhooks';
import { addWebhook, changeWebhook } from '../site/webhooks/manage';
import { webhookBody, type WebhookData } from '../platform/webhooks/emit';
import { actorOf, minutesAgo, seedClient } from './accounts';

/** Account ids: the operator who adds the webhooks, and the performer in the deliveries. */
export interface WebhookSeed {
  operator: string;
  performerId: string;
}

const hour = 60;
const day = 24 * hour;

/** A delivery and its result; ages in minutes. */
interface DemoDelivery {
  event: WebhookEvent;
  createdAgo_min: number;
  attemptedAgo_min: number;
  state: DeliveryState;
  tries: number;
  outcome: string;
}

/** Host names that never resolve (`.example`), so no one receives what a demo would send. */
const bookkeepingWebhook = {
  url: 'https://books.example/from-the-site',
  events: ['payout.done', 'performer.verified'] satisfies WebhookEvent[],
  deliveries: [
    {
      event: 'performer.verified',
      createdAgo_min: 6 * day,
      attemptedAgo_min: 6 * day,
      state: 'delivered',
      tries: 1,
      outcome: 'Responded with HTTP 200.',
    },
    {
      event: 'payout.done',
      createdAgo_min: 2 * day,
      attemptedAgo_min: 2 * day - 6,
      state: 'delivered',
      tries: 3,
      outcome: 'Responded with HTTP 204.',
    },
    {
      event: 'payout.done',
      createdAgo_min: 3 * hour,
      attemptedAgo_min: 5,
      state: 'pending',
      tries: 6,
      outcome: 'Responded with HTTP 503.',
    },
  ] satisfies DemoDelivery[],
};
const chatWebhook = {
  url: 'https://chat.example/hooks/desk',
  events: ['report.filed', 'contact.received'] satisfies WebhookEvent[],
  deliveries: [
    {
      event: 'report.filed',
      createdAgo_min: 5 * day,
      attemptedAgo_min: 4 * day,
      state: 'failed',
      tries: 12,
      outcome: 'Connection refused.',
    },
  ] satisfies DemoDelivery[],
};
/** The delay before the next attempt of a pending delivery, in minutes. */
const nextAttemptIn_min = 2 * hour;

/** The data of an event of each kind. */
function dataOf(ctx: Context, event: WebhookEvent, performerId: string): WebhookData {
  const id = ctx.random.id();
  if (event === 'payout.done') return { payoutId: id, performerId, amount: 80, method: 'banking' };
  if (event === 'report.filed') return { reportId: id, target: 'performer', targetId: performerId, reason: 'spam' };
  return { performerId };
}

/** Inserts a delivery as a worker would have recorded it; nothing is sent. */
async function insertDelivery(tx: Context, webhookId: string, performerId: string, delivery: DemoDelivery): Promise<void> {
  const { event, createdAgo_min, attemptedAgo_min, ...result } = delivery;
  const [createdCtx, attemptedAt] = [minutesAgo(tx, createdAgo_min), minutesAgo(tx, attemptedAgo_min).clock.now()];
  await tx.db.insert(webhookDeliveries).values({
    id: tx.random.id(),
    webhookId,
    event,
    ...result,
    body: webhookBody(createdCtx, event, dataOf(createdCtx, event, performerId)),
    runsAt: result.state === 'pending' ? minutesAgo(tx, -nextAttemptIn_min).clock.now() : null,
    createdAt: createdCtx.clock.now(),
    updatedAt: attemptedAt,
  });
  const isDelivered = result.state === 'delivered';
  await tx.db
    .update(webhooks)
    .set(isDelivered ? { lastDeliveredAt: attemptedAt, failingSince: null } : { failingSince: createdCtx.clock.now() })
    .where(eq(webhooks.id, webhookId));
}

/** Adds two webhooks, with deliveries in every state. */
export async function seedWebhooks(ctx: Context, { operator, performerId }: WebhookSeed): Promise<void> {
  const actor = actorOf(ctx, operator, 'operator');
  await inTransaction(ctx, async (tx) => {
    for (const { deliveries, ...webhook } of [bookkeepingWebhook, chatWebhook]) {
      const { _id } = await addWebhook(tx, actor, seedClient, webhook);
      for (const delivery of deliveries) await insertDelivery(tx, _id, performerId, delivery);
      if (webhook.url === chatWebhook.url) await changeWebhook(tx, actor, seedClient, _id, { isActive: false });
    }
  });
}
