/**
 * Renewing subscriptions: whoever takes an attempt that is due pays for the next period once, whatever runs twice. The
 * attempt's key says the subscription, the period and how many attempts failed before; its payment stands under it.
 */
import { eq } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { walletSource } from '@contract/values';
import { inTransaction, type Context } from '../../../platform/context';
import { paymentCards, payments } from '../../../platform/db/schema/schema';
import { Refusal } from '../../../kernel/api-error';
import { assertWithinLimit } from '../../charges/charges';
import { pricesOf, renewalTerms } from '../../offers/offers';
import { lockDue, takeDue, type DueRenewal } from '../../../modules/subscriptions/subscriptions';
import { beginPayment, recordPaid, recordRefused, type NewPayment, type PayingCard } from '../start';
import { cardToPay } from '../cards/cards';
import { chargePayment } from '../settle';
import { paymentTypes, periodText, titleOf } from '../../../modules/payments/subscribe';

const batch = 100;

/** Gives every renewal that is due to a job of its own. */
export async function enqueueDueRenewals(ctx: Context): Promise<void> {
  const some = (): Promise<number> =>
    inTransaction(ctx, async (tx) => {
      const due = await takeDue(tx, batch);
      for (const renewal of due) await tx.jobs.enqueue(tx.db, 'payments/renew', renewal);
      return due.length;
    });
  while ((await some()) === batch);
}

type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>;

/** Another period of the same kind, at the price that was announced. */
async function paymentOf(tx: Context, row: Due, gatewayKey: string): Promise<NewPayment> {
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

/** Pays from the wallet, or writes the payment that the gateway is asked for next. */
async function pay(tx: Context, id: string, row: Due, payment: NewPayment): Promise<unknown> {
  await assertWithinLimit(tx, row.userId, payment.total_cents);
  if (row.source === walletSource) return recordPaid(tx, id, payment);
  return beginPayment(tx, id, { ...payment, card: await cardToPay(tx, row.userId, row.cardId ?? undefined) });
}

const knownReasons = {
  insufficient_balance: 'Your balance is too low.',
  spending_limit_reached: 'It would go beyond the monthly limit that you have set for yourself.',
  card_not_found: 'The card that was to pay is not on your list any more.',
  card_required: 'There is no card on your list.',
} as const;
const reasonOf = (code: Refusal['code']): string =>
  code in knownReasons ? knownReasons[code as keyof typeof knownReasons] : errors[code][1];

/** The card that was to pay, though it may be removed; null where the wallet was. */
async function cardNamed(tx: Context, cardId: string | null): Promise<PayingCard | null> {
  if (cardId === null) return null;
  const { id, gateway } = paymentCards;
  const [card] = await tx.db.select({ id, gateway }).from(paymentCards).where(eq(id, cardId));
  return card ?? null;
}

/** Makes one attempt in the transaction of `tx`; what is refused becomes a failed payment, and leaves nothing else behind. */
async function attempt(tx: Context, due: DueRenewal): Promise<string | null> {
  const row = await lockDue(tx, due);
  if (!row) return null;
  const [known] = await tx.db.select({ id: payments.id }).from(payments).where(eq(payments.gatewayKey, due.key));
  if (known) return known.id;
  const id = tx.chance.id();
  const payment = await paymentOf(tx, row, due.key);
  try {
    // A savepoint: the database may have refused.
    await inTransaction(tx, (inner) => pay(inner, id, row, payment));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = { status: 'failed', code: error.code, message: reasonOf(error.code) } as const;
    await recordRefused(tx, id, payment, await cardNamed(tx, row.cardId), why);
  }
  return id;
}

/** Makes the attempt that `due` names, once: a second time, or too late, it does nothing. Again is safe after any failure. */
export async function renew(ctx: Context, due: DueRenewal): Promise<void> {
  const paymentId = await inTransaction(ctx, (tx) => attempt(tx, due));
  if (paymentId !== null) await chargePayment(ctx, paymentId);
}
