/**
 * Disputes: the bank takes the money of a payment back, provisionally until it decides. A gateway's events only say that a dispute
 * changed. Its state is looked up, and each step is posted once, in whatever order events arrive.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { awaitsEvidence, disputeStatuses, type DisputeStatus } from '@contract/kernel/values/disputes';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentDisputes } from '../../../platform/db/schema/payments';
import { GatewayUnavailable, GatewayRejected, type DisputeState } from '../../gateways/gateway';
import { lockAccount } from '../../../people/people/rows';
import { notifyOperatorsOfDispute } from '../mails';
import { findPayment, gatewayOf, lockPayment, type Payment } from '../rows';
import { remainingCents, restorePayment, reversePayment } from './reverse-payment';

export type DisputeRow = typeof paymentDisputes.$inferSelect;

const keyOf = (payment: Payment, disputeId: string): string => `dispute:${payment.gateway}:${disputeId}`;

/** Statuses only advance, so a report with a lower rank is older. `won` and `lost` are final. */
const rank = (status: DisputeStatus): number => disputeStatuses.indexOf(status === 'lost' ? 'won' : status);

/** Whether the bank has the money. An inquiry takes none. */
const withdrawsFunds = (status: DisputeStatus): boolean => status === 'needs_response' || status === 'under_review' || status === 'lost';

/** The row of a dispute. A new one is created with the first status and nothing posted. */
async function rowOf(tx: Context, payment: Payment, state: DisputeState): Promise<{ row: DisputeRow; isNew: boolean }> {
  const { gateway } = payment;
  const { disputeId, amount_cents: claimedCents, currency, reason } = state;
  const isThis = and(eq(paymentDisputes.gateway, gateway), eq(paymentDisputes.disputeId, disputeId));
  const [existing] = await tx.db.select().from(paymentDisputes).where(isThis).for('no key update');
  if (existing) return { row: existing, isNew: false };
  const now = tx.clock.now();
  const [inserted] = await tx.db
    .insert(paymentDisputes)
    .values({
      id: tx.random.id(),
      gateway,
      disputeId,
      paymentId: payment.id,
      claimedCents,
      currency,
      amountCents: 0n,
      reason,
      status: disputeStatuses[0],
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!inserted) throw new Error(`dispute ${disputeId} of payment ${payment.id} has no row`);
  return { row: inserted, isNew: true };
}

/** Reverses what is left of the payment, up to the bank's claim. Returns that amount. */
async function reverseClaim(tx: Context, payment: Payment, { disputeId, amount_cents, reason }: DisputeState): Promise<bigint> {
  const left = remainingCents(payment);
  const cents = amount_cents < left ? amount_cents : left;
  if (cents > 0n) await reversePayment(tx, payment, { cents, reason: 'dispute', key: keyOf(payment, disputeId), reasonText: reason });
  return cents;
}

async function restoreClaim(tx: Context, payment: Payment, { disputeId, amountCents }: DisputeRow): Promise<void> {
  if (amountCents === 0n) return;
  const key = keyOf(payment, disputeId);
  await restorePayment(tx, payment, { reversalKey: key, cents: amountCents, reason: 'dispute', key: `won:${key}` });
}

const hasSentEvidence = ({ answer }: DisputeRow): boolean => answer === 'submitted' || answer === 'submitting';

/** Whether the deadline is so near that operators need no second reminder. */
const isNear = (dueAt: Date | null, now: Date): boolean =>
  dueAt !== null && dueAt.getTime() - now.getTime() <= limits.disputeReminder_s * 1000;

/**
 * Stores a dispute's state and posts what follows from it, in the transaction of `tx`, with the payer's account and the payment
 * locked.
 */
async function applyState(tx: Context, payment: Payment, state: DisputeState): Promise<void> {
  const { row: existing, isNew } = await rowOf(tx, payment, state);
  const now = tx.clock.now();
  const isOlder = rank(state.status) < rank(existing.status) || existing.status === 'won' || existing.status === 'lost';
  const { amount_cents: claimedCents, currency, reason, dueAt: evidenceDueAt } = state;
  const status = isOlder ? existing.status : state.status;
  const isWithdrawn = withdrawsFunds(existing.status);
  const amountCents = withdrawsFunds(status) && !isWithdrawn ? await reverseClaim(tx, payment, state) : existing.amountCents;
  if (status === 'won' && isWithdrawn) await restoreClaim(tx, payment, existing);
  const needsNotification = awaitsEvidence({ status }) && (isNew || status !== existing.status);
  await tx.db
    .update(paymentDisputes)
    .set({
      status,
      amountCents,
      lookedUpAt: now,
      updatedAt: now,
      ...(!isOlder && { claimedCents, currency, reason, evidenceDueAt }),
      // An inquiry that became a dispute needs a new response. What was sent before remains in the draft.
      ...(needsNotification && hasSentEvidence(existing) && { answer: 'none' as const, sent: null, submittedAt: null, remindedAt: null }),
      ...(needsNotification && isNear(evidenceDueAt, now) && { remindedAt: now }),
    })
    .where(eq(paymentDisputes.id, existing.id));
  if (needsNotification) await notifyOperatorsOfDispute(tx, { ...existing, status, claimedCents, currency, evidenceDueAt });
}

/** Stores the state of a dispute at its gateway. Idempotent. */
export async function applyDisputeState(ctx: Context, found: Payment, state: DisputeState): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, found.userId);
    await applyState(tx, await lockPayment(tx, found.id), state);
  });
}

/** Looks a dispute up at the gateway and stores its state. An unknown dispute is marked as looked up and not retried. */
export async function syncDispute(ctx: Context, payment: Payment, disputeId: string): Promise<void> {
  const { gateway } = payment;
  const state = (await gatewayOf(ctx, gateway)?.lookUpDispute(disputeId)) ?? null;
  if (state !== null) return applyDisputeState(ctx, payment, state);
  await ctx.db
    .update(paymentDisputes)
    .set({ lookedUpAt: ctx.clock.now() })
    .where(and(eq(paymentDisputes.gateway, gateway), eq(paymentDisputes.disputeId, disputeId)));
}

/** Looks up disputes that were never looked up: older versions stored them without their deadlines. */
export async function syncNewDisputes(ctx: Context, limit: number): Promise<void> {
  const { paymentId, disputeId, lookedUpAt, createdAt } = paymentDisputes;
  const rows = await ctx.db
    .select({ paymentId, disputeId })
    .from(paymentDisputes)
    .where(isNull(lookedUpAt))
    .orderBy(asc(createdAt))
    .limit(limit);
  for (const row of rows) {
    const payment = await findPayment(ctx, row.paymentId);
    if (payment) await syncDispute(ctx, payment, row.disputeId).catch(ignoreGatewayFailure);
  }
}

/** The reconciler retries within a minute. */
function ignoreGatewayFailure(error: unknown): void {
  if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
}
