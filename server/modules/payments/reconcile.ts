/** Once a minute: what stayed open is settled, whatever was lost on the way. One that cannot be settled holds up no other. */
import { and, asc, inArray, lt, or, gt, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { payments } from '../../platform/db/schema/schema';
import { callEnds_ms } from '../../money/gateways/gateway';
import { applyEvent, fetchEvents, waitingEvents } from '../../money/payments/events';
import { openRefunds, settleRefund } from '../../money/payments/refunds/refund';
import { unsettled, type Payment } from '../../money/payments/rows';
import { reconcilePayment } from '../../money/payments/settle';

/** A request that is still being worked on is left to itself. */
const quiet_ms = callEnds_ms + 5_000;
/** After this a job has had its tries with an event. */
const applied_ms = 10 * 60_000;
const batch = 100;

async function step(ctx: Context, about: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error({ err: error, ...about }, 'money stays in doubt');
  }
}

/** Open payments that nobody has touched for a while, behind the last of the batch before. */
function openPayments(ctx: Context, before: Date, last: Payment | undefined): Promise<Payment[]> {
  const { updatedAt, id } = payments;
  return ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.status, [...unsettled]),
        lt(updatedAt, before),
        last && or(gt(updatedAt, last.updatedAt), and(eq(updatedAt, last.updatedAt), gt(id, last.id))),
      ),
    )
    .orderBy(asc(updatedAt), asc(id))
    .limit(batch);
}

async function reconcilePayments(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - quiet_ms);
  let last: Payment | undefined;
  do {
    const open = await openPayments(ctx, before, last);
    for (const payment of open) await step(ctx, { payment: payment.id }, () => reconcilePayment(ctx, payment, limits.confirmation_s));
    last = open.length < batch ? undefined : open.at(-1);
  } while (last);
}

/** Settles open payments and refunds, fetches events that never came, and applies those that wait. */
export async function reconcile(ctx: Context): Promise<void> {
  await reconcilePayments(ctx);
  for (const refund of await openRefunds(ctx, batch)) await step(ctx, { refund }, () => settleRefund(ctx, refund));
  await step(ctx, {}, () => fetchEvents(ctx));
  const before = new Date(ctx.clock.now().getTime() - applied_ms);
  for (const { gateway, eventId } of await waitingEvents(ctx, before, batch))
    await step(ctx, { gateway, eventId }, () => applyEvent(ctx, gateway, eventId));
}
