/** Disputes in the sandbox, computed from the charge, its answer and the time. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Random, Clock } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { sandboxObjects } from '../../platform/db/schema/sandbox';
import type { DisputeOutcome, DisputeState, Gateway, GatewayEvent } from './gateway';
import { findSandboxObject, storeOnce, outcomeOf, secondsAfter, type SandboxObject } from './sandbox.controls';
import { testCardBehaviors, disputedAfter_s, disputeLostAfter_s, disputeWonAfter_s } from './sandbox.cards';

/** Every dispute is over this long after its payment. */
export const disputeOverAfter_s = disputeLostAfter_s + disputeWonAfter_s;

const idSuffix = '_dispute';
const disputeIdOf = (charge: SandboxObject): string => `${charge.id}${idSuffix}`;
const chargeIdIn = (disputeId: string): string => (disputeId.endsWith(idSuffix) ? disputeId.slice(0, -idSuffix.length) : '');

/** The steps of a disputed charge with their times; empty for other charges. A fully refunded charge cannot be disputed. */
function stepsOf(
  charge: SandboxObject,
  answer: SandboxObject | null,
  now: Date,
): { name: string; at: Date; status: DisputeState['status'] }[] {
  const isDisputed =
    charge.token !== null && testCardBehaviors[charge.token].kind === 'disputes' && outcomeOf(charge, now).status === 'succeeded';
  if (!isDisputed || amountOf(charge) <= 0n) return [];
  const opened = { name: 'opened', at: secondsAfter(charge.createdAt, disputedAfter_s), status: 'needs_response' } as const;
  if (answer?.status === 'accepted') return [opened, { name: 'lost', at: answer.createdAt, status: 'lost' }];
  if (answer !== null)
    return [
      opened,
      { name: 'answered', at: answer.createdAt, status: 'under_review' },
      { name: 'won', at: secondsAfter(answer.createdAt, disputeWonAfter_s), status: 'won' },
    ];
  return [opened, { name: 'lost', at: secondsAfter(charge.createdAt, disputeLostAfter_s), status: 'lost' }];
}

const amountOf = ({ amount_cents, refunded_cents }: SandboxObject): bigint => (amount_cents ?? 0n) - (refunded_cents ?? 0n);

/** The events of a charge's dispute, including future ones. */
export const disputeEvents = (charge: SandboxObject, answer: SandboxObject | null, now: Date): GatewayEvent[] =>
  stepsOf(charge, answer, now).map(({ name, at }) => ({
    id: `${disputeIdOf(charge)}_${name}`,
    at,
    type: 'dispute_changed',
    disputeId: disputeIdOf(charge),
    chargeId: charge.id,
  }));

function stateOf(charge: SandboxObject, answer: SandboxObject | null, now: Date): DisputeState | null {
  const step = stepsOf(charge, answer, now).findLast(({ at }) => at <= now);
  if (!step) return null;
  return {
    disputeId: disputeIdOf(charge),
    chargeId: charge.id,
    amount_cents: amountOf(charge),
    currency: charge.currency ?? '',
    reason: 'fraudulent',
    status: step.status,
    dueAt: secondsAfter(charge.createdAt, disputeLostAfter_s),
    evidenceKey: answer?.status === 'submitted' ? answer.key : null,
  };
}

/** The answers to the disputes of these charges, by charge. */
export async function answersTo(db: Db, chargeIds: string[]): Promise<Map<string, SandboxObject>> {
  if (chargeIds.length === 0) return new Map();
  const answers = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, 'dispute_answer'), inArray(sandboxObjects.parent, chargeIds)));
  return new Map(answers.map((answer) => [answer.parent ?? '', answer]));
}

/** The dispute methods of the sandbox. */
export function sandboxDisputes({
  db,
  clock,
  random,
}: {
  db: Db;
  clock: Clock;
  random: Random;
}): Pick<Gateway, 'lookUpDispute' | 'submitEvidence' | 'acceptDispute'> {
  const answerOf = async (connection: Db, chargeId: string): Promise<SandboxObject | null> =>
    (await answersTo(connection, [chargeId])).get(chargeId) ?? null;

  const answer = (params: { key: string; disputeId: string }, status: 'submitted' | 'accepted'): Promise<DisputeOutcome> =>
    db.transaction(async (tx) => {
      const chargeId = chargeIdIn(params.disputeId);
      // Locks the charge's row, so that only one of two concurrent answers is the first.
      const [charge] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, chargeId)).for('update');
      const now = clock.now();
      const earlierAnswer = charge ? await answerOf(tx, chargeId) : null;
      const stateBefore = charge ? stateOf(charge, earlierAnswer, now) : null;
      if (!charge || stateBefore === null) return { status: 'refused', message: 'This dispute doesn’t exist in the sandbox.' } as const;
      const isNew = (await findSandboxObject(tx, { key: params.key })) === null;
      if (isNew && status === 'accepted' && stateBefore.status === 'lost') return { status: 'received', dispute: stateBefore } as const;
      if (isNew && stateBefore.status !== 'needs_response')
        return { status: 'refused', message: 'This dispute was already answered or its deadline has passed.' } as const;
      const id = `sandbox_answer_${random.id()}`;
      const newAnswer = { id, kind: 'dispute_answer', status, parent: chargeId, createdAt: now, changedAt: now } as const;
      const stored = await storeOnce(tx, params, newAnswer);
      const dispute = stateOf(charge, stored, now);
      if (dispute === null) throw new Error(`dispute ${params.disputeId} no longer exists`);
      return { status: 'received', dispute } as const;
    });

  return {
    lookUpDispute: async (disputeId) => {
      const charge = await findSandboxObject(db, { id: chargeIdIn(disputeId), kind: 'charge' });
      return charge && stateOf(charge, await answerOf(db, charge.id), clock.now());
    },
    submitEvidence: (params) => answer(params, 'submitted'),
    acceptDispute: (params) => answer(params, 'accepted'),
  };
}
