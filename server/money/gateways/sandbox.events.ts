/** The sandbox's events, computed from its stored objects and the time, so that an event always has the same id. */
import { and, asc, gte, inArray, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/db';
import { sandboxObjects } from '../../platform/db/schema/sandbox';
import type { GatewayEvent } from './gateway';
import { secondsAfter, settlesAt, type SandboxObject } from './sandbox.controls';
import { answersTo, disputeEvents, disputeOverAfter_s } from './sandbox.disputes';

const objectsMax = 1_000;

/** Every event from `since` to `now`, oldest first. */
export async function sandboxEvents(db: Db, since: Date, now: Date): Promise<GatewayEvent[]> {
  const objects = await db
    .select()
    .from(sandboxObjects)
    .where(
      and(
        inArray(sandboxObjects.kind, ['charge', 'refund', 'account', 'payout']),
        or(gte(sandboxObjects.changedAt, since), gte(sandboxObjects.createdAt, secondsAfter(since, -disputeOverAfter_s))),
      ),
    )
    .orderBy(asc(sandboxObjects.changedAt), asc(sandboxObjects.key))
    .limit(objectsMax);
  const answers = await answersTo(
    db,
    objects.map(({ id }) => id),
  );
  return objects
    .flatMap((object) => eventsOf(object, answers.get(object.id) ?? null, now))
    .filter(({ at }) => at >= since && at <= now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

function eventsOf(object: SandboxObject, answer: SandboxObject | null, now: Date): GatewayEvent[] {
  switch (object.kind) {
    case 'charge':
      return chargeEvents(object, answer, now);
    case 'refund':
      return [
        { id: `${object.id}_made`, at: object.createdAt, type: 'refund_changed', chargeId: object.parent ?? '', refundId: object.id },
      ];
    case 'account':
      return [{ id: `${object.id}_${object.status}`, at: object.changedAt, type: 'account_changed', accountId: object.id }];
    case 'payout':
      return [{ id: `${object.id}_made`, at: object.createdAt, type: 'payout_changed', payoutId: object.id, key: object.key }];
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
