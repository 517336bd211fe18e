/**
 * The reconciler. Once a minute it settles what is still open after lost responses. A failure of one item does not block the
 * others.
 */
import { and, asc, inArray, lt, or, gt, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { payments } from '../../platform/db/schema/payments';
import { callTimeout_ms } from '../gateways/gateway';
import { syncNewDisputes } from './refunds/disputes';
import { applyEvent, pollEvents, unappliedEvents } from './events';
import { openRefunds, settleRefund } from './refunds/refund';
import { unsettledStatuses, type Payment } from './rows';
import { reconcilePayment } from './settle';

/** A payment that changed more recently may still be handled by its request. */
const requestTimeout_ms = callTimeout_ms + 5_000;
/** After this time an event's job has used up its retries. */
const eventRetries_ms = 10 * 60_000;
const batchSize = 100;

async function tryStep(ctx: Context, details: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error({ err: error, ...details }, 'a payment, refund or payout could not be reconciled');
  }
}

/** Open payments that have not changed for a while, after `last` (keyset pagination). */
function openPayments(ctx: Context, before: Date, last: Payment | undefined): Promise<Payment[]> {
  const { updatedAt, id } = payments;
  return ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.status, [...unsettledStatuses]),
        lt(updatedAt, before),
        last && or(gt(updatedAt, last.updatedAt), and(eq(updatedAt, last.updatedAt), gt(id, last.id))),
      ),
    )
    .orderBy(asc(updatedAt), asc(id))
    .limit(batchSize);
}

async function reconcilePayments(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - requestTimeout_ms);
  let last: Payment | undefined;
  do {
    const open = await openPayments(ctx, before, last);
    for (const payment of open) await tryStep(ctx, { payment: payment.id }, () => reconcilePayment(ctx, payment, limits.confirmation_s));
    last = open.length < batchSize ? undefined : open.at(-1);
  } while (last);
}

/** Settles open payments and refunds, polls for missed events, and applies stored events that are still waiting. */
export async function reconcile(ctx: Context): Promise<void> {
  await reconcilePayments(ctx);
  for (const refund of await openRefunds(ctx, batchSize)) await tryStep(ctx, { refund }, () => settleRefund(ctx, refund));
  await tryStep(ctx, {}, () => pollEvents(ctx));
  await tryStep(ctx, {}, () => syncNewDisputes(ctx, batchSize));
  const before = new Date(ctx.clock.now().getTime() - eventRetries_ms);
  for (const { gateway, eventId } of await unappliedEvents(ctx, before, batchSize))
    await tryStep(ctx, { gateway, eventId }, () => applyEvent(ctx, gateway, eventId));
}
