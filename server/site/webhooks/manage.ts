/** Webhooks as operators manage them. */
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type webhooksContract from '@contract/site/webhooks';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { webhooks } from '../../platform/db/schema/webhooks';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isAllowedUrl } from '../../platform/outgoing/addresses';
import { failPendingDeliveries } from './deliver';
import { sealSecret } from './signature';

type Contract = typeof webhooksContract;
type WebhookRow = typeof webhooks.$inferSelect;
type WebhookResponse = z.output<Contract['PUT /admin/webhooks/:id']['response']>;
type NewWebhook = Parsed<Contract['POST /admin/webhooks']>['body'];
type Changes = Parsed<Contract['PUT /admin/webhooks/:id']>['body'];

const responseOf = ({ id, url, events, isActive, failingSince, lastDeliveredAt, createdAt, updatedAt }: WebhookRow): WebhookResponse => ({
  _id: id,
  url,
  events,
  isActive,
  failingSince,
  lastDeliveredAt,
  createdAt,
  updatedAt,
});

/** The fields of a webhook that are audited: never its secret. */
const auditFieldsOf = ({ url, events, isActive }: Pick<WebhookRow, 'url' | 'events' | 'isActive'>) => ({ url, events, isActive });

function assertAllowedUrl(ctx: Context, url: string): void {
  if (!isAllowedUrl(ctx.config.webhookOrigin, url)) failAt('url', 'webhook_address_closed');
}

/** All webhooks, oldest first. */
export async function listWebhooks(ctx: Context): Promise<WebhookResponse[]> {
  const rows = await ctx.db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id)).limit(limits.webhooksMax);
  return rows.map(responseOf);
}

/** Creates a webhook, and returns its secret this one time. Rejects with webhook_address_closed and webhook_limit. */
export function addWebhook(
  ctx: Context,
  actor: Actor,
  client: Client,
  { url, events }: NewWebhook,
): Promise<WebhookResponse & { secret: string }> {
  assertAllowedUrl(ctx, url);
  return inTransaction(ctx, async (tx) => {
    await takeAdvisoryLock(tx.db, 'webhooks');
    if ((await tx.db.$count(webhooks)) >= limits.webhooksMax) return fail('webhook_limit');
    const [id, now, secret] = [tx.random.id(), tx.clock.now(), `whsec_${tx.random.secret()}`];
    const [row] = await tx.db
      .insert(webhooks)
      .values({
        id,
        url,
        events: [...new Set(events)],
        isActive: true,
        createdAt: now,
        updatedAt: now,
        secret: sealSecret(tx.config.appSecret, id, secret),
      })
      .returning();
    if (!row) throw new Error('a webhook was not stored');
    await audit(tx, actor, client, { action: 'webhooks.add', targetType: 'webhook', targetId: id, after: auditFieldsOf(row) });
    return { ...responseOf(row), secret };
  });
}

async function lockWebhook(tx: Context, id: string): Promise<WebhookRow> {
  const [row] = await tx.db.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  return row ?? fail('webhook_not_found');
}

/** Changes a webhook; switching it on again resets its failures. Rejects with webhook_not_found and webhook_address_closed. */
export function changeWebhook(ctx: Context, actor: Actor, client: Client, id: string, changes: Changes): Promise<WebhookResponse> {
  if (changes.url !== undefined) assertAllowedUrl(ctx, changes.url);
  return inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id);
    const { url = before.url, events = before.events, isActive = before.isActive } = changes;
    const now = tx.clock.now();
    const [after] = await tx.db
      .update(webhooks)
      .set({
        url,
        events: [...new Set(events)],
        isActive,
        updatedAt: now,
        ...(isActive && !before.isActive && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
      .returning();
    if (!isActive) await failPendingDeliveries(tx, id);
    await audit(tx, actor, client, {
      action: 'webhooks.change',
      targetType: 'webhook',
      targetId: id,
      ...changesOf(auditFieldsOf(before), auditFieldsOf(after ?? before)),
    });
    return responseOf(after ?? before);
  });
}

/** Removes a webhook with its deliveries. Rejects with webhook_not_found. */
export async function removeWebhook(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id);
    await tx.db.delete(webhooks).where(eq(webhooks.id, id));
    await audit(tx, actor, client, { action: 'webhooks.remove', targetType: 'webhook', targetId: id, before: auditFieldsOf(before) });
  });
}
