/**
 * Creating a payment. Its row is committed with the gateway's idempotency key before the gateway is called, so that a lost response
 * is looked up and never charged twice. The same transaction claims the caller's idempotency key and uses the coupon.
 */
import { eq } from 'drizzle-orm';
import type { PaymentType } from '@contract/kernel/values/money';
import { walletSource } from '@contract/kernel/values/money';
import { inTransaction, type Context } from '../../platform/context';
import { payments } from '../../platform/db/schema/payments';
import { claimSubjectId, type IdempotentRequest } from '../../platform/idempotency/idempotency';
import { reserveCoupon } from './coupons/coupons';
import { failPayment, applyPayment } from './effects';
import type { Payment } from './rows';

/** The purchase to pay for. The caller has already checked that this account may have it at this price. */
export interface NewPayment {
  userId: string;
  type: PaymentType;
  /** Receipt lines that name the product. */
  title: string;
  description?: string;
  /** Before and after a coupon or promotion. */
  original_cents: bigint;
  total_cents: bigint;
  /** The tokens that a top-up adds. */
  tokens_cents?: bigint;
  couponId?: string | null;
  /** Only for a subscription. */
  performerId?: string;
  subscriptionId?: string;
  promotionId?: string | null;
  /** The period it pays for: months (0 for a free period), days, and the share that a bundle takes off. */
  period?: { months: number; days: number; bundleShare: number | null };
  /** True when the payer is not present: a renewal. */
  isOffSession?: boolean;
  /**
   * Replaces the generated gateway key. A renewal's key consists of its subscription, period and attempt, so that a retry has the
   * same.
   */
  gatewayKey?: string;
}

/** A saved card, and the provider that charges it. */
export interface PayingCard {
  id: string;
  gateway: string;
}

/** A payment by saved card. */
export interface NewCardPayment extends NewPayment {
  card: PayingCard;
}

/** The gateway idempotency key, unless the caller passes one. */
const keyOf = (id: string): string => `pay_${id}`;

const rowOf = (ctx: Context, id: string, payment: NewPayment): Omit<typeof payments.$inferInsert, 'status' | 'gateway'> => {
  const now = ctx.clock.now();
  return {
    id,
    userId: payment.userId,
    type: payment.type,
    title: payment.title,
    description: payment.description ?? '',
    originalCents: payment.original_cents,
    totalCents: payment.total_cents,
    tokensCents: payment.tokens_cents ?? null,
    currency: ctx.settings.values().currency,
    couponId: payment.couponId ?? null,
    performerId: payment.performerId ?? null,
    subscriptionId: payment.subscriptionId ?? null,
    promotionId: payment.promotionId ?? null,
    periodMonths: payment.period?.months ?? null,
    periodDays: payment.period?.days ?? null,
    bundleShare: payment.period?.bundleShare ?? null,
    isOffSession: payment.isOffSession ?? false,
    gatewayKey: payment.gatewayKey ?? keyOf(id),
    createdAt: now,
    updatedAt: now,
  };
};

/**
 * Inserts a card payment in the transaction of `tx`. After the commit, `chargePayment` calls the gateway. Returns the id of the
 * payment, or of the existing one with the same `gatewayKey`. Rejects with coupon_used and coupon_expired.
 */
export async function beginPayment(tx: Context, id: string, payment: NewCardPayment): Promise<string> {
  const { card } = payment;
  const row = rowOf(tx, id, payment);
  const [written] = await tx.db
    .insert(payments)
    .values({ ...row, status: 'created', gateway: card.gateway, cardId: card.id })
    .onConflictDoNothing({ target: payments.gatewayKey })
    .returning({ id: payments.id });
  if (!written) {
    const [existing] = await tx.db.select({ id: payments.id }).from(payments).where(eq(payments.gatewayKey, row.gatewayKey));
    if (!existing) throw new Error(`the payment ${row.gatewayKey} is neither new nor known`);
    return existing.id;
  }
  if (payment.couponId) await reserveCoupon(tx, payment.couponId, payment.userId, id);
  return id;
}

/**
 * Inserts a payment that needs no gateway, because the wallet pays or nothing is due, and applies it in the same transaction.
 * Rejects with insufficient_balance, coupon_used and coupon_expired.
 */
export async function recordPaid(tx: Context, id: string, payment: NewPayment): Promise<Payment> {
  const [written] = await tx.db
    .insert(payments)
    .values({ ...rowOf(tx, id, payment), status: 'created', gateway: walletSource })
    .returning();
  if (!written) throw new Error('a new payment was not written');
  if (payment.couponId) await reserveCoupon(tx, payment.couponId, payment.userId, id);
  return applyPayment(tx, written);
}

/**
 * Inserts a payment that failed before any gateway call, so that its failure is recorded and notified. `card` is the card that was
 * to pay, or null for the wallet.
 */
export async function recordFailed(
  tx: Context,
  id: string,
  payment: NewPayment,
  card: PayingCard | null,
  failure: Parameters<typeof failPayment>[2],
): Promise<Payment> {
  const source = card === null ? { gateway: walletSource } : { gateway: card.gateway, cardId: card.id };
  const [written] = await tx.db
    .insert(payments)
    .values({ ...rowOf(tx, id, payment), ...source, status: 'created' })
    .returning();
  if (!written) throw new Error('a new payment was not written');
  return failPayment(tx, written, failure);
}

/**
 * Returns the payment of this idempotency key, or creates it. Claims the key and calls `begin` with the new payment's id, in one
 * transaction. If `begin` rejects, nothing is stored.
 */
export function startOnce(
  ctx: Context,
  idempotentRequest: IdempotentRequest,
  begin: (tx: Context, id: string) => Promise<unknown>,
): Promise<{ id: string; isFirst: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const newId = tx.random.id();
    const id = await claimSubjectId(tx, idempotentRequest, newId);
    const isFirst = id === newId;
    if (isFirst) await begin(tx, id);
    return { id, isFirst };
  });
}
