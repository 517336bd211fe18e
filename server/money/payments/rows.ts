/** Rows of payments, and their API responses. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { PaymentTransaction } from '@contract/money/money';
import type { PaymentStatus } from '@contract/kernel/values/money';
import type { z } from 'zod';
import type { Context } from '../../platform/context';
import { coupons, paymentCards, paymentRefunds, payments } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import type { Gateway } from '../gateways/gateway';
import { providerOf, configuredNameOf } from '../gateways/names';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../people/people/rows';

export type Payment = typeof payments.$inferSelect;
export type PaymentResponse = z.output<typeof PaymentTransaction>;

/** Statuses of payments without an outcome. */
export const unsettledStatuses = ['created', 'processing', 'requires_action'] as const satisfies readonly PaymentStatus[];
export const isUnsettled = ({ status }: Pick<Payment, 'status'>): boolean =>
  (unsettledStatuses as readonly PaymentStatus[]).includes(status);

/** Failure code of a payment that was refunded because its subscription could no longer start. */
export const undeliverableCode = 'subscription_impossible';
export const wasUndeliverable = ({ failureCode }: Pick<Payment, 'failureCode'>): boolean => failureCode === undeliverableCode;

/** The configured gateway of this provider, or null when it has been removed. */
export function gatewayOf({ gateways }: Pick<Context, 'gateways'>, provider: string): Gateway | null {
  return Object.values(gateways.byName).find((gateway) => providerOf(gateway) === provider) ?? null;
}

const receiptDigits = 6;
const receiptNumber = (number: number): string => `R-${String(number).padStart(receiptDigits, '0')}`;

interface Related {
  people: Awaited<ReturnType<typeof peopleByIds>>;
  cards: Map<string, { brand: string; last4: string }>;
  coupons: Map<string, { code: string; value: number }>;
  /** Total of returned refunds, by payment. */
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

async function readRelated(ctx: Context, rows: readonly Payment[]): Promise<Related> {
  const cardIds = rows.flatMap(({ cardId }) => cardId ?? []);
  const couponIds = rows.flatMap(({ couponId }) => couponId ?? []);
  const personIds = rows.flatMap(({ userId, performerId }) => (performerId === null ? [userId] : [userId, performerId]));
  const { id, brand, last4 } = paymentCards;
  const cards = cardIds.length === 0 ? [] : await ctx.db.select({ id, brand, last4 }).from(paymentCards).where(inArray(id, cardIds));
  const usedCoupons =
    couponIds.length === 0
      ? []
      : await ctx.db
          .select({ id: coupons.id, code: coupons.code, value: coupons.value })
          .from(coupons)
          .where(inArray(coupons.id, couponIds));
  return {
    people: await peopleByIds(ctx, [...new Set(personIds)]),
    cards: new Map(cards.map(({ id: key, ...card }) => [key, card])),
    coupons: new Map(usedCoupons.map(({ id: key, ...coupon }) => [key, coupon])),
    returned: await readReturned(
      ctx,
      rows.map(({ id: key }) => key),
    ),
  };
}

function responseOf(row: Payment, { people, cards, coupons: usedCoupons, returned }: Related): PaymentResponse | null {
  const user = people.get(row.userId);
  if (!user) return null;
  return {
    _id: row.id,
    receiptNumber: receiptNumber(row.receiptNumber),
    type: row.type,
    status: row.status,
    paymentGateway: configuredNameOf(row.gateway),
    card: cards.get(row.cardId ?? '') ?? null,
    user,
    performer: people.get(row.performerId ?? '') ?? null,
    products: [{ name: row.title, description: row.description, price: row.originalCents, tokens: row.tokensCents }],
    originalPrice: row.originalCents,
    totalPrice: row.totalCents,
    currency: row.currency,
    coupon: usedCoupons.get(row.couponId ?? '') ?? null,
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
export async function paymentResponses(ctx: Context, ids: readonly string[]): Promise<Map<string, PaymentResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(payments)
    .where(inArray(payments.id, [...ids]));
  const related = await readRelated(ctx, rows);
  return new Map(
    rows.flatMap((row) => {
      const response = responseOf(row, related);
      return response ? [[row.id, response]] : [];
    }),
  );
}

/** One payment as an API response. Rejects with payment_not_found. */
export async function paymentResponse(ctx: Context, id: string): Promise<PaymentResponse> {
  return (await paymentResponses(ctx, [id])).get(id) ?? fail('payment_not_found');
}

/** The row of a payment, or null. */
export async function findPayment(ctx: Pick<Context, 'db'>, id: string): Promise<Payment | null> {
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** The row of a payment, locked until the transaction of `tx` ends. Lock the payer's account first. */
export async function lockPayment(tx: Pick<Context, 'db'>, id: string): Promise<Payment> {
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('no key update');
  return row ?? fail('payment_not_found');
}

/** Updates columns of a payment and returns the new row. */
export async function changePayment(tx: Context, id: string, columns: Partial<typeof payments.$inferInsert>): Promise<Payment> {
  const [row] = await tx.db
    .update(payments)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(payments.id, id))
    .returning();
  return row ?? fail('payment_not_found');
}

/** Emits a payment's status to the payer, in the transaction that changed it. */
export async function publishPayment(tx: Context, event: 'payment/settled' | 'payment/action-required', payment: Payment): Promise<void> {
  const response = await paymentResponse(tx, payment.id);
  await publish(tx, event, [`account:${payment.userId}`], PaymentTransaction.encode(response));
}
