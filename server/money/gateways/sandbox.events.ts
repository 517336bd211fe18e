/** What the sandbox would tell by webhooks: read from its acts and the clock, so that the same event has the same id each time. */
import { and, asc, gte, inArray, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/db';
import { sandboxActs } from '../../platform/db/schema/schema';
import type { GatewayEvent } from './gateway';
import { outcomeOf, secondsAfter, settlesAt, type Act } from './sandbox.controls';
import { behaviours, disputedAfter_s, disputeLostAfter_s } from './sandbox.cards';

const actsMax = 1_000;

/** Every event from `since` to `now`, oldest first. */
export async function sandboxEvents(db: Db, since: Date, now: Date): Promise<GatewayEvent[]> {
  const acts = await db
    .select()
    .from(sandboxActs)
    .where(
      and(
        inArray(sandboxActs.kind, ['charge', 'refund', 'account', 'payout']),
        or(gte(sandboxActs.changedAt, since), gte(sandboxActs.createdAt, secondsAfter(since, -disputeLostAfter_s))),
      ),
    )
    .orderBy(asc(sandboxActs.changedAt), asc(sandboxActs.key))
    .limit(actsMax);
  return acts
    .flatMap((act) => eventsOf(act, now))
    .filter(({ at }) => at >= since && at <= now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

function eventsOf(act: Act, now: Date): GatewayEvent[] {
  switch (act.kind) {
    case 'charge':
      return chargeEvents(act, now);
    case 'refund':
      return [{ id: `${act.id}_made`, at: act.createdAt, type: 'refund_changed', chargeId: act.parent ?? '', refundId: act.id }];
    case 'account':
      return [{ id: `${act.id}_${act.status}`, at: act.changedAt, type: 'account_changed', accountId: act.id }];
    case 'payout':
      return [{ id: `${act.id}_made`, at: act.createdAt, type: 'payout_changed', payoutId: act.id, key: act.key }];
    default:
      return [];
  }
}

function chargeEvents(charge: Act, now: Date): GatewayEvent[] {
  const about = { type: 'charge_changed', chargeId: charge.id, key: charge.key } as const;
  const events: GatewayEvent[] = [{ id: `${charge.id}_${charge.status}`, at: charge.changedAt, ...about }];
  const settled = settlesAt(charge);
  if (settled !== null) events.push({ id: `${charge.id}_settled`, at: settled, ...about });
  const isDisputed = charge.token !== null && behaviours[charge.token].does === 'disputes' && outcomeOf(charge, now).status === 'succeeded';
  return isDisputed ? [...events, ...disputeEvents(charge)] : events;
}

/** What was refunded cannot be disputed. */
function disputeEvents(charge: Act): GatewayEvent[] {
  const amount_cents = (charge.amount_cents ?? 0n) - (charge.refunded_cents ?? 0n);
  if (amount_cents <= 0n) return [];
  const disputeId = `${charge.id}_dispute`;
  const about = { disputeId, chargeId: charge.id, amount_cents, currency: charge.currency ?? '' };
  return [
    {
      id: `${disputeId}_opened`,
      at: secondsAfter(charge.createdAt, disputedAfter_s),
      type: 'dispute_opened',
      ...about,
      reason: 'fraudulent',
    },
    { id: `${disputeId}_lost`, at: secondsAfter(charge.createdAt, disputeLostAfter_s), type: 'dispute_closed', ...about, result: 'lost' },
  ];
}
