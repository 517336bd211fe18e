/**
 * Answering a dispute, once. The answer is stored with its idempotency key before the gateway is called. When the gateway's
 * response is lost, a job looks the dispute up and retries only with the same key.
 */
import { and, asc, inArray, lt } from 'drizzle-orm';
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { paymentDisputes } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import {
  callTimeout_ms,
  GatewayUnavailable,
  GatewayRejected,
  type DisputeOutcome,
  type DisputeState,
  type Gateway,
} from '../gateways/gateway';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { AcceptedResponse } from '../../platform/http/serve';
import { claimSubjectId, type IdempotentRequest } from '../../platform/idempotency/idempotency';
import { gatewayOf } from '../payments/rows';
import { applyDisputeState, type DisputeRow } from '../payments/refunds/disputes';
import { assertAnswerable, changeDispute, findDispute, lockDispute, readDispute, type DisputeWithEvidence } from './rows';

/** A gateway forgets idempotency keys after a day. An answer that it does not know shortly before that is abandoned. */
const abandonAfter_ms = 20 * 3_600_000;
/** The job leaves a newer answer alone: its request may still be running. */
const requestTimeout_ms = callTimeout_ms + 5_000;
const batch = 50;

interface Operator {
  actor: Actor;
  client: Client;
}

/**
 * Saves the operators' draft, which replaces the collected evidence. Rejects as `assertAnswerable` does, and with
 * dispute_not_found.
 */
export async function saveEvidence(ctx: Context, { actor, client }: Operator, id: string, draft: Evidence): Promise<DisputeWithEvidence> {
  await inTransaction(ctx, async (tx) => {
    assertAnswerable(await lockDispute(tx, id), tx.clock.now());
    await changeDispute(tx, id, { draft });
    await audit(tx, actor, client, { action: 'disputes.draft', targetType: 'dispute', targetId: id });
  });
  return readDispute(ctx, id);
}

/** Whether the gateway has the answer: evidence is recognized by its key, an acceptance by the dispute's status. */
const isKnownToGateway = ({ answer, answerKey }: DisputeRow, state: DisputeState): boolean =>
  answer === 'submitting' ? state.evidenceKey === answerKey : state.status === 'lost';

async function sendAnswer(gateway: Gateway, dispute: DisputeRow, key: string): Promise<DisputeOutcome> {
  const { disputeId, answer, sent } = dispute;
  if (answer === 'accepting') return gateway.acceptDispute({ key, disputeId });
  if (sent === null) throw new Error(`dispute ${dispute.id} has no evidence to send`);
  return gateway.submitEvidence({ key, disputeId, evidence: sent });
}

/** Sends the answer, or finds that it has already arrived. */
async function deliverAnswer(ctx: Context, gateway: Gateway, dispute: DisputeRow, key: string, isFirst: boolean): Promise<DisputeOutcome> {
  if (!isFirst) {
    const state = await gateway.lookUpDispute(dispute.disputeId);
    if (state !== null && isKnownToGateway(dispute, state)) return { status: 'received', dispute: state };
    const age_ms = ctx.clock.now().getTime() - (dispute.answeredAt ?? dispute.updatedAt).getTime();
    if (age_ms > abandonAfter_ms) return { status: 'refused', message: 'The payment provider never received this response.' };
  }
  return sendAnswer(gateway, dispute, key);
}

/** The outcome of an answer, or null while it is unknown. */
async function outcomeOf(work: Promise<DisputeOutcome>, ctx: Context, dispute: DisputeRow): Promise<DisputeOutcome | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
    ctx.log.warn({ err: error, dispute: dispute.id }, 'sending the response to a dispute had no conclusive result');
    const hadNoEffect = error instanceof GatewayRejected && error.reason !== 'busy';
    return hadNoEffect ? { status: 'refused', message: error.message } : null;
  }
}

/** Sends a pending answer to the gateway and stores the outcome. Idempotent, because it reuses the stored key. */
async function settle(ctx: Context, id: string, { isFirst }: { isFirst: boolean }): Promise<void> {
  const { dispute, payment } = await findDispute(ctx, id);
  const gateway = gatewayOf(ctx, dispute.gateway);
  const { answer, answerKey } = dispute;
  if ((answer !== 'submitting' && answer !== 'accepting') || answerKey === null || gateway === null) return;
  const outcome = await outcomeOf(deliverAnswer(ctx, gateway, dispute, answerKey, isFirst), ctx, dispute);
  if (outcome === null) return;
  await inTransaction(ctx, async (tx) => {
    const current = await lockDispute(tx, id);
    if (current.answerKey !== answerKey || current.answer !== answer) return;
    if (outcome.status === 'refused') return changeDispute(tx, id, { answer: 'none', failure: outcome.message, sent: null });
    const answered =
      answer === 'submitting' ? ({ answer: 'submitted', submittedAt: tx.clock.now() } as const) : ({ answer: 'accepted' } as const);
    return changeDispute(tx, id, { ...answered, failure: null });
  });
  if (outcome.status === 'received') await applyDisputeState(ctx, payment, outcome.dispute);
}

/** The operator's decision: evidence, or null to accept the dispute. */
type Answer = Evidence | null;

async function storeAnswer(tx: Context, { actor, client }: Operator, id: string, evidence: Answer): Promise<void> {
  const dispute = await lockDispute(tx, id);
  const now = tx.clock.now();
  assertAnswerable(dispute, now);
  if (gatewayOf(tx, dispute.gateway) === null) fail('gateway_unknown');
  if (evidence === null && dispute.status !== 'needs_response') fail('dispute_not_acceptable');
  const key = `dispute_answer:${tx.random.id()}`;
  const columns =
    evidence === null
      ? ({ answer: 'accepting', sent: null } as const)
      : ({ answer: 'submitting', sent: evidence, draft: evidence } as const);
  await changeDispute(tx, id, { ...columns, answerKey: key, answeredAt: now, failure: null });
  await audit(tx, actor, client, {
    action: evidence === null ? 'disputes.accept' : 'disputes.submit',
    targetType: 'dispute',
    targetId: id,
    after: { payment: dispute.paymentId, parts: evidence === null ? [] : evidenceFields.filter((field) => evidence[field] !== '') },
  });
}

async function answerDispute(
  ctx: Context,
  operator: Operator,
  idempotentRequest: IdempotentRequest,
  id: string,
  evidence: Answer,
): Promise<DisputeWithEvidence | AcceptedResponse<DisputeWithEvidence>> {
  const isFirst = await inTransaction(ctx, async (tx) => {
    // A random subject for the idempotency key: a retry of the request gets the first request's subject instead.
    const subject = tx.random.id();
    if ((await claimSubjectId(tx, idempotentRequest, subject)) !== subject) return false;
    await storeAnswer(tx, operator, id, evidence);
    return true;
  });
  if (isFirst) await settle(ctx, id, { isFirst });
  const dispute = await readDispute(ctx, id);
  if (dispute.answer === 'none' && dispute.failure !== null) fail('dispute_refused', { message: dispute.failure });
  return dispute.answer === 'submitting' || dispute.answer === 'accepting' ? new AcceptedResponse(dispute) : dispute;
}

/**
 * Submits evidence for a dispute, once. Returns `AcceptedResponse` while the outcome is unknown. Rejects with dispute_not_found,
 * dispute_answered, dispute_closed, dispute_overdue, evidence_empty, gateway_unknown, and with dispute_refused and the gateway's
 * message.
 */
export function submitEvidence(
  ctx: Context,
  operator: Operator,
  idempotentRequest: IdempotentRequest,
  id: string,
  evidence: Evidence,
): Promise<DisputeWithEvidence | AcceptedResponse<DisputeWithEvidence>> {
  if (evidenceFields.every((field) => evidence[field] === '')) fail('evidence_empty');
  return answerDispute(ctx, operator, idempotentRequest, id, evidence);
}

/** Accepts a dispute. Otherwise as `submitEvidence`; rejects with dispute_not_acceptable when the dispute is only an inquiry. */
export function acceptDispute(
  ctx: Context,
  operator: Operator,
  idempotentRequest: IdempotentRequest,
  id: string,
): Promise<DisputeWithEvidence | AcceptedResponse<DisputeWithEvidence>> {
  return answerDispute(ctx, operator, idempotentRequest, id, null);
}

/** Settles answers whose outcome is unknown. */
export async function settleAnswers(ctx: Context): Promise<void> {
  const { id, answer: state, answeredAt } = paymentDisputes;
  const rows = await ctx.db
    .select({ id })
    .from(paymentDisputes)
    .where(and(inArray(state, ['submitting', 'accepting']), lt(answeredAt, new Date(ctx.clock.now().getTime() - requestTimeout_ms))))
    .orderBy(asc(answeredAt))
    .limit(batch);
  for (const row of rows) await settle(ctx, row.id, { isFirst: false });
}
