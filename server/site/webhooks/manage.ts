/** Webhooks in the hands of operators. */
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type webhooksContract from '@contract/site/webhooks';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { webhooks } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isOpenAddress } from '../../platform/outgoing/addresses';
import { giveUpWaiting } from './deliver';
import { sealSecret } from './signature';

type Contract = typeof webhooksContract;
type WebhookRow = typeof webhooks.$inferSelect;
type WebhookAnswer = z.output<Contract['PUT /admin/webhooks/:id']['answer']>;
type Wish = Parsed<Contract['POST /admin/webhooks']>['body'];
type Changes = Parsed<Contract['PUT /admin/webhooks/:id']>['body'];

const answerOf = ({ id, url, events, isActive, failingSince, lastDeliveredAt, createdAt, updatedAt }: WebhookRow): WebhookAnswer => ({
  _id: id,
  ...{ url, events, isActive, failingSince, lastDeliveredAt, createdAt, updatedAt },
});

/** What the trail keeps of one: never its secret. */
const trailOf = ({ url, events, isActive }: Pick<WebhookRow, 'url' | 'events' | 'isActive'>) => ({ url, events, isActive });

function assertAddress(ctx: Context, url: string): void {
  if (!isOpenAddress(ctx.config.webhookOrigin, url)) failAt('url', 'webhook_address_closed');
}

/** All webhooks, the oldest first. */
export async function listWebhooks(ctx: Context): Promise<WebhookAnswer[]> {
  const rows = await ctx.db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id)).limit(limits.webhooksMax);
  return rows.map(answerOf);
}

/** Makes a webhook, and tells its secret this once. Refuses with webhook_address_closed and webhook_limit. */
export function addWebhook(ctx: Context, actor: Actor, client: Client, { url, events }: Wish): Promise<WebhookAnswer & { secret: string }> {
  assertAddress(ctx, url);
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx.db, 'webhooks');
    if ((await tx.db.$count(webhooks)) >= limits.webhooksMax) return fail('webhook_limit');
    const [id, now, secret] = [tx.chance.id(), tx.clock.now(), `whsec_${tx.chance.secret()}`];
    const [row] = await tx.db
      .insert(webhooks)
      .values({
        ...{ id, url, events: [...new Set(events)], isActive: true, createdAt: now, updatedAt: now },
        secret: sealSecret(tx.config.appSecret, id, secret),
      })
      .returning();
    if (!row) throw new Error('a webhook was not stored');
    await audit(tx, actor, client, { action: 'webhooks.add', targetType: 'webhook', targetId: id, after: trailOf(row) });
    return { ...answerOf(row), secret };
  });
}

async function lockWebhook(tx: Context, id: string): Promise<WebhookRow> {
  const [row] = await tx.db.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  return row ?? fail('webhook_not_found');
}

/** Changes a webhook; one that is switched on again begins anew. Refuses with webhook_not_found and webhook_address_closed. */
export function changeWebhook(ctx: Context, actor: Actor, client: Client, id: string, changes: Changes): Promise<WebhookAnswer> {
  if (changes.url !== undefined) assertAddress(ctx, changes.url);
  return inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id);
    const { url = before.url, events = before.events, isActive = before.isActive } = changes;
    const now = tx.clock.now();
    const [after] = await tx.db
      .update(webhooks)
      .set({
        ...{ url, events: [...new Set(events)], isActive, updatedAt: now },
        ...(isActive && !before.isActive && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
      .returning();
    if (!isActive) await giveUpWaiting(tx, id);
    await audit(tx, actor, client, {
      action: 'webhooks.change',
      targetType: 'webhook',
      targetId: id,
      ...changesOf(trailOf(before), trailOf(after ?? before)),
    });
    return answerOf(after ?? before);
  });
}

/** Removes a webhook with its messages. Refuses with webhook_not_found. */
export async function removeWebhook(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id);
    await tx.db.delete(webhooks).where(eq(webhooks.id, id));
    await audit(tx, actor, client, { action: 'webhooks.remove', targetType: 'webhook', targetId: id, before: trailOf(before) });
  });
}
