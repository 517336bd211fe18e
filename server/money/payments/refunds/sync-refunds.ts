/**
 * What a gateway says of the refunds of a payment, whoever made them: each has a row, is booked once, and is taken back once when
 * the bank did not take it after all. That a refund failed is final, so the order in which words arrive makes no difference.
 */
import { and, eq, or } from 'drizzle-orm';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentRefunds } from '../../../platform/db/schema/schema';
import type { RefundMade } from '../../gateways/gateway';
import { lockAccount } from '../../../modules/people/people';
import { newsOfRefund, newsOfReturn, sendRefundNote, sendReturnNote } from '../../../modules/payments/mails';
import { gatewayOf, lockPayment, type Payment } from '../rows';
import { leftOf, restore, takeBack } from '../../../modules/payments/take-back';

type Refund = typeof paymentRefunds.$inferSelect;

const elsewhere = 'Refunded at the gateway';
const keyStart = 'refund_';

/** The key under which a gateway is asked for a refund of ours. */
export const gatewayKeyOf = (refundId: string): string => `${keyStart}${refundId}`;
const idIn = (key: string | null): string | null => (key?.startsWith(keyStart) ? key.slice(keyStart.length) : null);

const bookedUnder = (refundId: string): string => `refund:${refundId}`;

/** Takes back what went back to the payer, and tells her. */
export async function bookRefund(
  tx: Context,
  payment: Payment,
  { id, cents, reason }: { id: string; cents: bigint; reason: string },
): Promise<Payment> {
  const refunded = await takeBack(tx, payment, { cents, reason: 'refund', key: bookedUnder(id), words: reason });
  await sendRefundNote(tx, refunded, cents, reason);
  await newsOfRefund(tx, refunded, id, cents);
  return refunded;
}

/** The row of a refund; one that was made at the gateway gets its own when it is heard of first. */
async function rowOf(tx: Context, payment: Payment, { refundId, key, amount_cents }: RefundMade): Promise<Refund> {
  const { id, paymentId, gatewayRefundId } = paymentRefunds;
  const ours = idIn(key);
  const [known] = await tx.db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentId, payment.id), or(eq(gatewayRefundId, refundId), ours === null ? undefined : eq(id, ours))));
  if (known) return known;
  const now = tx.clock.now();
  const [made] = await tx.db
    .insert(paymentRefunds)
    .values({
      id: tx.chance.id(),
      paymentId: payment.id,
      amountCents: amount_cents,
      reason: elsewhere,
      status: 'success',
      gatewayRefundId: refundId,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!made) throw new Error(`refund ${refundId} of payment ${payment.id} has no row`);
  return made;
}

const change = (tx: Context, { id }: Refund, columns: Partial<Refund>): Promise<unknown> =>
  tx.db
    .update(paymentRefunds)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(paymentRefunds.id, id));

async function applyMade(tx: Context, payment: Payment, refund: Refund, { refundId, amount_cents }: RefundMade): Promise<Payment> {
  // One that had nothing left to take, for a dispute had it, is looked at again each time: disputes are won.
  const isBooked = refund.bookedCents > 0n || refund.status === 'returned' || refund.status === 'refused';
  if (isBooked) return payment;
  const left = leftOf(payment);
  const cents = amount_cents < left ? amount_cents : left;
  await change(tx, refund, { status: 'success', gatewayRefundId: refundId, bookedCents: cents });
  return cents > 0n ? bookRefund(tx, payment, { id: refund.id, cents, reason: refund.reason }) : payment;
}

async function applyReturned(tx: Context, payment: Payment, refund: Refund, refundId: string, failure: string): Promise<Payment> {
  if (refund.status === 'returned' || refund.status === 'refused') return payment;
  const { bookedCents: cents } = refund;
  await change(tx, refund, { status: cents > 0n ? 'returned' : 'refused', gatewayRefundId: refundId, failure });
  if (cents === 0n) return payment;
  const takenUnder = bookedUnder(refund.id);
  const restored = await restore(tx, payment, { takenUnder, cents, reason: 'refund', key: `returned:${takenUnder}` });
  await sendReturnNote(tx, restored, cents);
  await newsOfReturn(tx, restored, refund.id, cents);
  return restored;
}

/** Asks the gateway for all refunds of a payment and books what is new of them. Again is safe. */
export async function syncRefunds(ctx: Context, payment: Payment): Promise<void> {
  const gateway = gatewayOf(ctx, payment.gateway);
  if (!gateway || payment.gatewayId === null) return;
  const told = await gateway.refundsOf(payment.gatewayId);
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, payment.userId);
    let now = await lockPayment(tx, payment.id);
    for (const made of told) {
      const refund = await rowOf(tx, now, made);
      now =
        made.returned === null
          ? await applyMade(tx, now, refund, made)
          : await applyReturned(tx, now, refund, made.refundId, made.returned);
    }
  });
}
