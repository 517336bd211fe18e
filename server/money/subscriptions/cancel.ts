/** Canceling the renewal of a subscription. Access lasts until the end of the paid period. */
import { walletSource } from '@contract/kernel/values/money';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { gatewayFor } from '../gateways/gateways';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { hasRight } from '../../platform/rights';
import { emailFan } from './mails';
import { notifyOfCancellation } from './notifications';
import { findSubscription, publishChange, subscriptionResponse, updateSubscription, withLocked } from './rows';
import type { SubscriptionViewer, SubscriptionResponse, SubscriptionRow } from './rows';

/** Throws gateway_unknown for a name that is neither a configured gateway nor the wallet. */
export function assertKnownPaymentSource(ctx: Context, gateway: string): void {
  if (gateway !== walletSource) gatewayFor(ctx, gateway);
}

/** Operators see the same fields as the fan, except for the relation to the performer. */
const viewerOf = (actor: Actor): SubscriptionViewer =>
  hasRight(actor, 'subscriptions.change') ? { kind: 'operator' } : { kind: 'fan', id: actor.id };

/** The subscription, if the actor owns it or is an operator. Rejects with subscription_not_found. */
async function subscriptionFor(ctx: Context, actor: Actor, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(ctx, id);
  if (!row || (row.userId !== actor.id && !hasRight(actor, 'subscriptions.change'))) return fail('subscription_not_found');
  return row;
}

async function endRenewal(tx: Context, row: SubscriptionRow, byId: string): Promise<void> {
  const now = tx.clock.now();
  const columns = { status: 'cancelled', isRenewing: false, renewsAt: null, pastDueAt: null, cancelledAt: now } as const;
  const canceled = await updateSubscription(tx, row.id, { ...columns, ...(row.status === 'past_due' && { graceUntil: now }) });
  await emailFan(tx, 'subscription-cancelled', row, { until: row.expiresAt });
  await notifyOfCancellation(tx, row, byId);
  await publishChange(tx, canceled);
}

/**
 * Cancels the renewal. Idempotent. Each cancellation has an audit entry with its reason. Rejects with subscription_not_found, also
 * for another fan's subscription.
 */
export async function cancelSubscription(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  reason: string,
): Promise<SubscriptionResponse> {
  await withLocked(ctx, await subscriptionFor(ctx, actor, id), async (tx, row) => {
    if (!row.isRenewing) return;
    await endRenewal(tx, row, actor.id);
    const entry = { action: 'subscriptions.cancel', targetType: 'subscription', targetId: id };
    await audit(tx, actor, client, { ...entry, before: { status: row.status }, after: { status: 'cancelled', reason } });
  });
  return subscriptionResponse(ctx, id, viewerOf(actor));
}
