/** Ending the renewal of a subscription. Access stays until the end of what was paid. */
import { walletSource } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { gatewayFor } from '../../money/gateways/gateways';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { mayDo } from '../../platform/rights';
import { tellFan } from '../../money/subscriptions/mails';
import { newsOfCancel } from './news';
import { findSubscription, publishChange, subscriptionAnswer, update, withLocked } from '../../money/subscriptions/rows';
import type { Reader, SubscriptionAnswer, SubscriptionRow } from '../../money/subscriptions/rows';

/** Refuses with gateway_unknown what is neither a configured gateway nor the wallet. */
export function assertPaysHere(ctx: Context, gateway: string): void {
  if (gateway !== walletSource) gatewayFor(ctx, gateway);
}

/** Operators see more than the fan, and have no relation to the performer. */
const readerOf = (actor: Actor): Reader => (mayDo(actor, 'subscriptions.change') ? { kind: 'operator' } : { kind: 'fan', id: actor.id });

/** The subscription, when it is the actor's own or she is an operator. Refuses with subscription_not_found. */
async function subscriptionFor(ctx: Context, actor: Actor, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(ctx, id);
  if (!row || (row.userId !== actor.id && !mayDo(actor, 'subscriptions.change'))) return fail('subscription_not_found');
  return row;
}

async function endRenewal(tx: Context, row: SubscriptionRow, byId: string): Promise<void> {
  const now = tx.clock.now();
  const columns = { status: 'cancelled', isRenewing: false, renewsAt: null, pastDueAt: null, cancelledAt: now } as const;
  const ended = await update(tx, row.id, { ...columns, ...(row.status === 'past_due' && { graceUntil: now }) });
  await tellFan(tx, 'subscription-cancelled', row, { until: row.expiresAt });
  await newsOfCancel(tx, row, byId);
  await publishChange(tx, ended);
}

/**
 * Ends the renewal; one that does not renew stays as it is, so that twice is once. Each end leaves a trail with its reason.
 * Refuses with subscription_not_found, also when it is another fan's.
 */
export async function cancelSubscription(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  reason: string,
): Promise<SubscriptionAnswer> {
  await withLocked(ctx, await subscriptionFor(ctx, actor, id), async (tx, row) => {
    if (!row.isRenewing) return;
    await endRenewal(tx, row, actor.id);
    const entry = { action: 'subscriptions.cancel', targetType: 'subscription', targetId: id };
    await audit(tx, actor, client, { ...entry, before: { status: row.status }, after: { status: 'cancelled', reason } });
  });
  return subscriptionAnswer(ctx, id, readerOf(actor));
}
