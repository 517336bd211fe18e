/** Free days that operators add. */
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { notifyOfExtension } from './notifications';
import {
  findSubscription,
  publishChange,
  subscriptionResponse,
  updateSubscription,
  type SubscriptionResponse,
  type SubscriptionRow,
  withLocked,
} from './rows';
import { countSubscribers, daysAfter, isCountedAsSubscriber, isActiveAt } from './state';

/**
 * Adds days from the end of an active subscription, or from now for an expired one. A renewal is postponed and gets a new notice,
 * and a past-due one becomes active again. A subscription that did not renew still does not.
 */
function extensionColumns(row: SubscriptionRow, now: Date, days: number): Partial<SubscriptionRow> {
  const from = isActiveAt(row, now) && row.expiresAt > now ? row.expiresAt : now;
  const expiresAt = daysAfter(from, days);
  if (row.isRenewing) return { status: 'active', expiresAt, renewsAt: expiresAt, failedRenewals: 0, pastDueAt: null, noticedAt: null };
  return { status: row.status === 'expired' ? 'cancelled' : row.status, expiresAt };
}

/**
 * Extends a subscription free of charge, with an audit entry and a notification to the fan. Rejects with subscription_not_found.
 */
export async function extendSubscription(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  days: number,
): Promise<SubscriptionResponse> {
  const found = (await findSubscription(ctx, id)) ?? fail('subscription_not_found');
  await withLocked(ctx, found, async (tx, row) => {
    const extended = await updateSubscription(tx, id, extensionColumns(row, tx.clock.now(), days));
    if (!isCountedAsSubscriber(row)) await countSubscribers(tx, row.performerId, 1);
    await audit(tx, actor, client, {
      action: 'subscriptions.extend',
      targetType: 'subscription',
      targetId: id,
      before: { expiredAt: row.expiresAt, status: row.status },
      after: { expiredAt: extended.expiresAt, status: extended.status, days },
    });
    await notifyOfExtension(tx, extended, days);
    await publishChange(tx, extended);
  });
  return subscriptionResponse(ctx, id, { kind: 'operator' });
}
