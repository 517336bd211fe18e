/** Rows of payments, and the shape of them that leaves the host. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { PaymentTransaction } from '@contract/money/money';
import type { PaymentStatus } from '@contract/values';
import type { z } from 'zod';
import type { Context } from '../../platform/context';
import { coupons, paymentCards, paymentRefunds, payments } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Gateway } from '../gateways/gateway';
import { providerOf, shownGateway } from '../gateways/names';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../modules/people/people';

export type Payment = typeof payments.$inferSelect;
export type PaymentAnswer = z.output<typeof PaymentTransaction>;

/** Payments whose end is not known yet. */
export const unsettled = ['created', 'processing', 'requires_action'] as const satisfies readonly PaymentStatus[];
export const isUnsettled = ({ status }: Pick<Payment, 'status'>): boolean => (unsettled as readonly PaymentStatus[]).includes(status);

/** Why money waits to go back, or went back, for which nothing could be given. */
export const impossible = 'subscription_impossible';
export const wasHeld = ({ failureCode }: Pick<Payment, 'failureCode'>): boolean => failureCode === impossible;

/** The gateway in force that rows call `provider`, or null when this site has it no more. */
export function gatewayOf({ gateways }: Pick<Context, 'gateways'>, provider: string): Gateway | null {
  return Object.values(gateways.byName).find((gateway) => providerOf(gateway) === provider) ?? null;
}

const receiptDigits = 6;
const receiptNumber = (number: number): string => `R-${String(number).padStart(receiptDigits, '0')}`;

interface Beside {
  people: Awaited<ReturnType<typeof peopleByIds>>;
  cards: Map<string, { brand: string; last4: string }>;
  coupons: Map<string, { code: string; value: number }>;
  /** What refunds brought back, by payment. */
  returned: Map<string, bigint>;
}

async function readReturned(ctx: Context, ids: string[]): Promise<Map<string, bigint>> {
  const { paymentId, status, bookedCents } = paymentRefunds;
  const sums = await ctx.db
    .select({ paymentId, cents: sql`sum(${bookedCents})`.mapWith(BigInt) })
    .from(paymentRefunds)
    .where(and(inArray(paymentId, ids), eq(status, 'returned')))
    .groupBy(paymentId);
  return new Map(sums.map((sum) => [sum.paymentId, sum.cents]));
}

async function readBeside(ctx: Context, rows: readonly Payment[]): Promise<Beside> {
  const cardIds = rows.flatMap(({ cardId }) => cardId ?? []);
  const couponIds = rows.flatMap(({ couponId }) => couponId ?? []);
  const personIds = rows.flatMap(({ userId, performerId }) => (performerId === null ? [userId] : [userId, performerId]));
  const { id, brand, last4 } = paymentCards;
  const cards = cardIds.length === 0 ? [] : await ctx.db.select({ id, brand, last4 }).from(paymentCards).where(inArray(id, cardIds));
  const used =
    couponIds.length === 0
      ? []
      : await ctx.db
          .select({ id: coupons.id, code: coupons.code, value: coupons.value })
          .from(coupons)
          .where(inArray(coupons.id, couponIds));
  return {
    people: await peopleByIds(ctx, [...new Set(personIds)]),
    cards: new Map(cards.map(({ id: key, ...card }) => [key, card])),
    coupons: new Map(used.map(({ id: key, ...coupon }) => [key, coupon])),
    returned: await readReturned(
      ctx,
      rows.map(({ id: key }) => key),
    ),
  };
}

function answerOf(row: Payment, { people, cards, coupons: used, returned }: Beside): PaymentAnswer | null {
  const user = people.get(row.userId);
  if (!user) return null;
  return {
    _id: row.id,
    receiptNumber: receiptNumber(row.receiptNumber),
    type: row.type,
    status: row.status,
    paymentGateway: shownGateway(row.gateway),
    card: cards.get(row.cardId ?? '') ?? null,
    user,
    performer: people.get(row.performerId ?? '') ?? null,
    products: [{ name: row.title, description: row.description, price: row.originalCents, tokens: row.tokensCents }],
    originalPrice: row.originalCents,
    totalPrice: row.totalCents,
    currency: row.currency,
    coupon: used.get(row.couponId ?? '') ?? null,
    commission: row.commissionCents,
    earning: row.earningCents,
    clientSecret: row.status === 'requires_action' ? row.clientSecret : null,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage ?? '' },
    returned: returned.get(row.id) ?? 0n,
    subscriptionId: row.subscriptionId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Payments by id, in a constant number of queries. */
export async function paymentAnswers(ctx: Context, ids: readonly string[]): Promise<Map<string, PaymentAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(payments)
    .where(inArray(payments.id, [...ids]));
  const beside = await readBeside(ctx, rows);
  return new Map(
    rows.flatMap((row) => {
      const answer = answerOf(row, beside);
      return answer ? [[row.id, answer]] : [];
    }),
  );
}

/** One payment as it stands. Refuses with payment_not_found. */
export async function paymentAnswer(ctx: Context, id: string): Promise<PaymentAnswer> {
  return (await paymentAnswers(ctx, [id])).get(id) ?? fail('payment_not_found');
}

/** The row of a payment, or null. */
export async function findPayment(ctx: Pick<Context, 'db'>, id: string): Promise<Payment | null> {
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** The row of a payment, held until the transaction of `tx` ends. Hold its payer's account first. */
export async function lockPayment(tx: Pick<Context, 'db'>, id: string): Promise<Payment> {
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('no key update');
  return row ?? fail('payment_not_found');
}

/** Changes columns of a payment and answers the row as it is then. */
export async function changePayment(tx: Context, id: string, columns: Partial<typeof payments.$inferInsert>): Promise<Payment> {
  const [row] = await tx.db
    .update(payments)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(payments.id, id))
    .returning();
  return row ?? fail('payment_not_found');
}

/** Tells the payer how a payment stands, in the transaction that changed it. */
export async function publishPayment(tx: Context, event: 'payment/settled' | 'payment/action-required', payment: Payment): Promise<void> {
  const answer = await paymentAnswer(tx, payment.id);
  await publish(tx, event, [`account:${payment.userId}`], PaymentTransaction.encode(answer));
}
