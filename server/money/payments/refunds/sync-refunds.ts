/**
 * Applies the refunds that a gateway reports for a payment, including those made in the gateway's dashboard. Each has a row, is
 * posted once, and is reversed once when the bank returns it. Failure is final, so the order of reports does not matter.
 */
import { and, eq, or } from 'drizzle-orm';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentRefunds } from '../../../platform/db/schema/payments';
import type { RefundRecord } from '../../gateways/gateway';
import { lockAccount } from '../../../people/people/rows';
import { notifyOfRefund, notifyOfReturnedRefund, sendRefundEmail, sendReturnedRefundEmail } from '../mails';
import { gatewayOf, lockPayment, type Payment } from '../rows';
import { remainingCents, restorePayment, reversePayment } from './reverse-payment';

type Refund = typeof paymentRefunds.$inferSelect;

const gatewayReason = 'Refunded by the payment provider';
const keyPrefix = 'refund_';

/** The idempotency key of one of our refunds at the gateway. */
export const gatewayKeyOf = (refundId: string): string => `${keyPrefix}${refundId}`;
const ownIdOf = (key: string | null): string | null => (key?.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : null);

const ledgerKeyOf = (refundId: string): string => `refund:${refundId}`;

/** Reverses what was refunded and notifies the payer. */
export async function postRefund(
  tx: Context,
  payment: Payment,
  { id, cents, reason }: { id: string; cents: bigint; reason: string },
): Promise<Payment> {
  const refunded = await reversePayment(tx, payment, { cents, reason: 'refund', key: ledgerKeyOf(id), reasonText: reason });
  await sendRefundEmail(tx, refunded, cents, reason);
  await notifyOfRefund(tx, refunded, id, cents);
  return refunded;
}

/** The row of a refund. A refund made at the gateway gets a row when it is first reported. */
async function rowOf(tx: Context, payment: Payment, { refundId, key, amount_cents }: RefundRecord): Promise<Refund> {
  const { id, paymentId, gatewayRefundId } = paymentRefunds;
  const ownId = ownIdOf(key);
  const [existing] = await tx.db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentId, payment.id), or(eq(gatewayRefundId, refundId), ownId === null ? undefined : eq(id, ownId))));
  if (existing) return existing;
  const now = tx.clock.now();
  const [inserted] = await tx.db
    .insert(paymentRefunds)
    .values({
      id: tx.random.id(),
      paymentId: payment.id,
      amountCents: amount_cents,
      reason: gatewayReason,
      status: 'success',
      gatewayRefundId: refundId,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!inserted) throw new Error(`refund ${refundId} of payment ${payment.id} has no row`);
  return inserted;
}

const change = (tx: Context, { id }: Refund, columns: Partial<Refund>): Promise<unknown> =>
  tx.db
    .update(paymentRefunds)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(paymentRefunds.id, id));

async function applySuccessful(tx: Context, payment: Payment, refund: Refund, { refundId, amount_cents }: RefundRecord): Promise<Payment> {
  // A refund with nothing to reverse, because a dispute had taken the money, is checked again each time: the dispute may be won.
  const isSettled = refund.bookedCents > 0n || refund.status === 'returned' || refund.status === 'refused';
  if (isSettled) return payment;
  const left = remainingCents(payment);
  const cents = amount_cents < left ? amount_cents : left;
  await change(tx, refund, { status: 'success', gatewayRefundId: refundId, bookedCents: cents });
  return cents > 0n ? postRefund(tx, payment, { id: refund.id, cents, reason: refund.reason }) : payment;
}

async function applyReturned(tx: Context, payment: Payment, refund: Refund, refundId: string, failure: string): Promise<Payment> {
  if (refund.status === 'returned' || refund.status === 'refused') return payment;
  const { bookedCents: cents } = refund;
  await change(tx, refund, { status: cents > 0n ? 'returned' : 'refused', gatewayRefundId: refundId, failure });
  if (cents === 0n) return payment;
  const ledgerKey = ledgerKeyOf(refund.id);
  const restored = await restorePayment(tx, payment, { reversalKey: ledgerKey, cents, reason: 'refund', key: `returned:${ledgerKey}` });
  await sendReturnedRefundEmail(tx, restored, cents);
  await notifyOfReturnedRefund(tx, restored, refund.id, cents);
  return restored;
}

/** Looks up all refunds of a payment at the gateway and posts the new ones. Idempotent. */
export async function syncRefunds(ctx: Context, payment: Payment): Promise<void> {
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!gateway || payment.gatewayId === null) return;
  const reported = await gateway.refundsOf(payment.gatewayId);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, payment.userId);
    let current = await lockPayment(tx, payment.id);
    for (const record of reported) {
      const refund = await rowOf(tx, current, record);
      current =
        record.returned === null
          ? await applySuccessful(tx, current, refund, record)
          : await applyReturned(tx, current, refund, record.refundId, record.returned);
    }
  });
}
