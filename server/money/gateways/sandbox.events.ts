/** The sandbox's events, computed from its operations and the time, so that an event always has the same id. */
import { and, asc, gte, inArray, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/db';
import { sandboxObjects } from '../../platform/db/schema/sandbox';
import type { GatewayEvent } from './gateway';
import { secondsAfter, settlesAt, type SandboxObject } from './sandbox.controls';
import { answersTo, disputeEvents, disputeOverAfter_s } from './sandbox.disputes';

const actsMax = 1_000;

/** Every event from `since` to `now`, oldest first. */
export async function sandboxEvents(db: Db, since: Date, now: Date): Promise<GatewayEvent[]> {
  const acts = await db
    .select()
    .from(sandboxObjects)
    .where(
      and(
        inArray(sandboxObjects.kind, ['charge', 'refund', 'account', 'payout']),
        or(gte(sandboxObjects.changedAt, since), gte(sandboxObjects.createdAt, secondsAfter(since, -disputeOverAfter_s))),
      ),
    )
    .orderBy(asc(sandboxObjects.changedAt), asc(sandboxObjects.key))
    .limit(actsMax);
  const answers = await answersTo(
    db,
    acts.map(({ id }) => id),
  );
  return acts
    .flatMap((act) => eventsOf(act, answers.get(act.id) ?? null, now))
    .filter(({ at }) => at >= since && at <= now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

function eventsOf(act: SandboxObject, answer: SandboxObject | null, now: Date): GatewayEvent[] {
  switch (act.kind) {
    case 'charge':
      return chargeEvents(act, answer, now);
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

function chargeEvents(charge: SandboxObject, answer: SandboxObject | null, now: Date): GatewayEvent[] {
  const common = { type: 'charge_changed', chargeId: charge.id, key: charge.key } as const;
  const events: GatewayEvent[] = [{ id: `${charge.id}_${charge.status}`, at: charge.changedAt, ...common }];
  const settled = settlesAt(charge);
  if (settled !== null) events.push({ id: `${charge.id}_settled`, at: settled, ...common });
  return [...events, ...disputeEvents(charge, answer, now)];
}
