/**
 * Renewing subscriptions. A due attempt pays for the next period once, even if two workers take it. The attempt's key consists of
 * the subscription, the period and the number of failed attempts; its payment has that key.
 */
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { walletSource } from '@contract/kernel/values/money';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentCards, payments } from '../../../platform/db/schema/payments';
import { ApiError } from '../../../kernel/api-error';
import { assertWithinLimit } from '../../charges/spending';
import { pricesOf } from '../../offers/promotions';
import { renewalTerms } from '../../offers/terms';
import { lockDueRenewal, claimDueRenewals, type DueRenewal } from '../../subscriptions/due';
import { beginPayment, recordPaid, recordFailed, type NewPayment, type PayingCard } from '../start';
import { cardToPay } from '../cards/cards';
import { chargePayment } from '../settle';
import { paymentTypes, periodText, titleOf } from './subscribe';

const batchSize = 100;

/** Enqueues one job per due renewal. */
export async function enqueueDueRenewals(ctx: Context): Promise<void> {
  const enqueueBatch = (): Promise<number> =>
    inTransaction(ctx, async (tx) => {
      const due = await claimDueRenewals(tx, batchSize);
      for (const renewal of due) await tx.jobs.enqueue(tx.db, 'payments/renew', renewal);
      return due.length;
    });
  while ((await enqueueBatch()) === batchSize);
}

type DueSubscription = NonNullable<Awaited<ReturnType<typeof lockDueRenewal>>>;

/** The payment for another period of the same kind, at the price that was announced. */
async function paymentOf(tx: Context, row: DueSubscription, gatewayKey: string): Promise<NewPayment> {
  const { type, months, bundleShare, performerId } = row;
  // A free period is never due.
  if (type === 'free') throw new Error(`subscription ${row.id} is free and due`);
  const { days } = renewalTerms(await pricesOf(tx, performerId), { type, months, bundleShare });
  return {
    userId: row.userId,
    type: paymentTypes[type],
    title: await titleOf(tx, performerId),
    description: `${periodText(row)}, renewal`,
    original_cents: row.priceCents,
    total_cents: row.priceCents,
    performerId,
    subscriptionId: row.id,
    period: { months, days, bundleShare },
    isOffSession: true,
    gatewayKey,
  };
}

/** Pays from the wallet, or inserts a card payment, which the gateway charges after the commit. */
async function pay(tx: Context, id: string, row: DueSubscription, payment: NewPayment): Promise<unknown> {
  await assertWithinLimit(tx, row.userId, payment.total_cents);
  if (row.source === walletSource) return recordPaid(tx, id, payment);
  return beginPayment(tx, id, { ...payment, card: await cardToPay(tx, row.userId, row.cardId ?? undefined) });
}

const knownReasons = {
  insufficient_balance: 'Your balance is too low.',
  spending_limit_reached: 'This would exceed the monthly limit you set.',
  card_not_found: 'This card is no longer saved.',
  card_required: 'You have no saved card.',
} as const;
const reasonOf = (code: ApiError['code']): string =>
  code in knownReasons ? knownReasons[code as keyof typeof knownReasons] : errors[code][1];

/** The card of the attempt, even if it has been removed; null for the wallet. */
async function cardById(tx: Context, cardId: string | null): Promise<PayingCard | null> {
  if (cardId === null) return null;
  const { id, gateway } = paymentCards;
  const [card] = await tx.db.select({ id, gateway }).from(paymentCards).where(eq(id, cardId));
  return card ?? null;
}

/** Makes one attempt in the transaction of `tx`. An error becomes a failed payment and leaves nothing else behind. */
async function attemptRenewal(tx: Context, due: DueRenewal): Promise<string | null> {
  const row = await lockDueRenewal(tx, due);
  if (!row) return null;
  const [existing] = await tx.db.select({ id: payments.id }).from(payments).where(eq(payments.gatewayKey, due.key));
  if (existing) return existing.id;
  const id = tx.random.id();
  const payment = await paymentOf(tx, row, due.key);
  try {
    // A savepoint, because an error in PostgreSQL aborts the transaction.
    await inTransaction(tx, (savepoint) => pay(savepoint, id, row, payment));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const failure = { status: 'failed', code: error.code, message: reasonOf(error.code) } as const;
    await recordFailed(tx, id, payment, await cardById(tx, row.cardId), failure);
  }
  return id;
}

/** Makes the attempt `due` once. Does nothing when it was already made or is too late. Idempotent after any failure. */
export async function renew(ctx: Context, due: DueRenewal): Promise<void> {
  const paymentId = await inTransaction(ctx, (tx) => attemptRenewal(tx, due));
  if (paymentId !== null) await chargePayment(ctx, paymentId);
}
