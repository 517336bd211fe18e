/** Days that operators give. */
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { newsOfExtension } from '../../modules/subscriptions/news';
import {
  findSubscription,
  publishChange,
  subscriptionAnswer,
  update,
  type SubscriptionAnswer,
  type SubscriptionRow,
  withLocked,
} from './rows';
import { countSubscribers, daysAfter, isCounted, isRunning } from './state';

/**
 * More days, from the end of a running one and from now on for one that has ended. A renewal comes that much later, and is
 * announced anew; one that was past due has time again. What did not renew does not renew now.
 */
function longer(row: SubscriptionRow, now: Date, days: number): Partial<SubscriptionRow> {
  const from = isRunning(row, now) && row.expiresAt > now ? row.expiresAt : now;
  const expiresAt = daysAfter(from, days);
  if (row.isRenewing) return { status: 'active', expiresAt, renewsAt: expiresAt, failedRenewals: 0, pastDueAt: null, noticedAt: null };
  return { status: row.status === 'expired' ? 'cancelled' : row.status, expiresAt };
}

/** Gives a subscription days, free of charge, with an audit entry, and tells the fan. Refuses with subscription_not_found. */
export async function extendSubscription(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  days: number,
): Promise<SubscriptionAnswer> {
  const found = (await findSubscription(ctx, id)) ?? fail('subscription_not_found');
  await withLocked(ctx, found, async (tx, row) => {
    const extended = await update(tx, id, longer(row, tx.clock.now(), days));
    if (!isCounted(row)) await countSubscribers(tx, row.performerId, 1);
    await audit(tx, actor, client, {
      action: 'subscriptions.extend',
      targetType: 'subscription',
      targetId: id,
      before: { expiredAt: row.expiresAt, status: row.status },
      after: { expiredAt: extended.expiresAt, status: extended.status, days },
    });
    await newsOfExtension(tx, extended, days);
    await publishChange(tx, extended);
  });
  return subscriptionAnswer(ctx, id, { kind: 'operator' });
}
