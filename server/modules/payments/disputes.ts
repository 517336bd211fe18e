/** Disputes: the bank takes a payment back for now, and in the end for good or not at all. Told in any order, each booked once. */
import { and, eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { paymentDisputes } from '../../platform/db/schema/schema';
import type { GatewayEvent } from '../../money/gateways/gateway';
import { lockAccount } from '../people/people';
import { lockPayment, type Payment } from '../../money/payments/rows';
import { leftOf, restore, takeBack } from './take-back';

export type DisputeEvent = Extract<GatewayEvent, { type: 'dispute_opened' | 'dispute_closed' }>;
type Dispute = typeof paymentDisputes.$inferSelect;

const keyOf = (payment: Payment, disputeId: string): string => `dispute:${payment.gateway}:${disputeId}`;

/** The dispute was never heard of: money goes back unless it has been won already. */
async function begin(tx: Context, payment: Payment, event: DisputeEvent): Promise<void> {
  const { gateway } = payment;
  const { disputeId, amount_cents } = event;
  const status = event.type === 'dispute_opened' ? 'opened' : event.result;
  const left = leftOf(payment);
  const cents = status === 'won' ? 0n : amount_cents < left ? amount_cents : left;
  const words = event.type === 'dispute_opened' ? event.reason : '';
  const now = tx.clock.now();
  await tx.db
    .insert(paymentDisputes)
    .values({ gateway, disputeId, paymentId: payment.id, amountCents: cents, status, reason: words, createdAt: now, updatedAt: now });
  if (cents > 0n) await takeBack(tx, payment, { cents, reason: 'dispute', key: keyOf(payment, disputeId), words });
}

async function end(tx: Context, payment: Payment, dispute: Dispute, result: 'won' | 'lost'): Promise<void> {
  await tx.db
    .update(paymentDisputes)
    .set({ status: result, updatedAt: tx.clock.now() })
    .where(and(eq(paymentDisputes.gateway, dispute.gateway), eq(paymentDisputes.disputeId, dispute.disputeId)));
  if (result === 'lost' || dispute.amountCents === 0n) return;
  const key = keyOf(payment, dispute.disputeId);
  await restore(tx, payment, { takenUnder: key, cents: dispute.amountCents, reason: 'dispute', key: `won:${key}` });
}

/** Books what a gateway tells of a dispute of this payment. */
export async function applyDispute(ctx: Context, found: Payment, event: DisputeEvent): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, found.userId);
    const payment = await lockPayment(tx, found.id);
    const [known] = await tx.db
      .select()
      .from(paymentDisputes)
      .where(and(eq(paymentDisputes.gateway, payment.gateway), eq(paymentDisputes.disputeId, event.disputeId)));
    if (!known) return begin(tx, payment, event);
    if (known.status === 'opened' && event.type === 'dispute_closed') return end(tx, payment, known, event.result);
  });
}
