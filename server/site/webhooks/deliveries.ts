/** Webhook deliveries: listing and replaying them. */
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type webhooksContract from '@contract/site/webhooks';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { webhookDeliveries, webhooks } from '../../platform/db/schema/webhooks';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';

type Contract = typeof webhooksContract;
type SearchQuery = Parsed<Contract['GET /admin/webhooks/deliveries/search']>['query'];
type DeliveryResponse = z.output<Contract['POST /admin/webhooks/deliveries/:id/replay']['response']>;

async function deliveriesByIds(ctx: Context, ids: string[]): Promise<Map<string, DeliveryResponse>> {
  const rows = await ctx.db
    .select({ delivery: webhookDeliveries, url: webhooks.url })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(inArray(webhookDeliveries.id, ids));
  return new Map(rows.map(({ delivery: { id, ...fields }, url }) => [id, { _id: id, url, ...fields }]));
}

/** A page of matching deliveries; `q` searches their bodies, e.g. for an id. */
export function searchDeliveries(ctx: Context, { q, webhookId, state, event, ...query }: SearchQuery): Promise<Page<DeliveryResponse>> {
  const { id, createdAt, updatedAt, ...columns } = webhookDeliveries;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(webhookDeliveries)
    .where(
      and(
        q === undefined ? undefined : contains(columns.body, q),
        webhookId === undefined ? undefined : eq(columns.webhookId, webhookId),
        state === undefined ? undefined : eq(columns.state, state),
        event === undefined ? undefined : eq(columns.event, event),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => deliveriesByIds(ctx, ids));
}

/**
 * Sends the body of a delivery again, with the same event id. Rejects with delivery_not_found, already_so while it is pending, and
 * webhook_off.
 */
export function replayDelivery(ctx: Context, actor: Actor, client: Client, deliveryId: string): Promise<DeliveryResponse> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ delivery: webhookDeliveries, isActive: webhooks.isActive })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(eq(webhookDeliveries.id, deliveryId))
      .for('update', { of: webhookDeliveries });
    if (!row) return fail('delivery_not_found');
    if (row.delivery.state === 'pending') return fail('already_so');
    if (!row.isActive) return fail('webhook_off');
    const { webhookId, event, body } = row.delivery;
    const [id, now] = [tx.random.id(), tx.clock.now()];
    await tx.db.insert(webhookDeliveries).values({
      id,
      webhookId,
      event,
      body,
      tries: 0,
      state: 'pending',
      runsAt: now,
      createdAt: now,
      updatedAt: now,
    });
    await tx.jobs.enqueue(tx.db, 'webhooks/deliver', { deliveryId: id });
    await audit(tx, actor, client, {
      action: 'webhooks.replay',
      targetType: 'webhook',
      targetId: webhookId,
      after: { deliveryId: id, replayOf: deliveryId },
    });
    return (await deliveriesByIds(tx, [id])).get(id) ?? fail('delivery_not_found');
  });
}
