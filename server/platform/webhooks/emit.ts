/** The door of the webhooks: whoever causes something that other programs may want to know raises it here, in its transaction. */
import { and, arrayContains, eq } from 'drizzle-orm';
import type { WebhookEvent } from '@contract/values';
import type { Context } from '../context';
import { webhookDeliveries, webhooks } from '../db/schema/schema';

/** What a message tells beside its event: ids and figures, nothing that names a person. */
export type WebhookData = Readonly<Record<string, string | number | boolean | null>>;

/** A message as it is sent. */
export const bodyOf = (ctx: Pick<Context, 'chance' | 'clock'>, event: WebhookEvent, data: WebhookData): string =>
  JSON.stringify({ id: ctx.chance.id(), event, createdAt: ctx.clock.now().toISOString(), data });

/** Leaves a message for every webhook that wants to hear of it, in the transaction of `tx`; a job sends it after commit. */
export async function raise(tx: Context, event: WebhookEvent, data: WebhookData): Promise<void> {
  const listening = await tx.db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.isActive, true), arrayContains(webhooks.events, [event])));
  if (listening.length === 0) return;
  const now = tx.clock.now();
  const body = bodyOf(tx, event, data);
  const rows = listening.map(({ id: webhookId }) => ({
    ...{ id: tx.chance.id(), webhookId, event, body, tries: 0, state: 'pending' as const },
    ...{ runsAt: now, createdAt: now, updatedAt: now },
  }));
  await tx.db.insert(webhookDeliveries).values(rows);
  await tx.jobs.enqueueAll(
    tx.db,
    'webhooks/deliver',
    rows.map(({ id }) => ({ deliveryId: id })),
  );
}
