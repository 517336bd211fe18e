/**
 * Beginning a payment: its row stands, under the key that the gateway will be asked with, before the gateway is asked. So a lost
 * answer is looked up and never paid twice. The caller's key is taken in the same transaction, and the coupon is spent in it.
 */
import { eq } from 'drizzle-orm';
import type { PaymentType } from '@contract/values';
import { walletSource } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { payments } from '../../platform/db/schema/schema';
import { firstOf, type Intention } from '../../platform/idempotency/idempotency';
import { reserveCoupon } from './coupons/coupons';
import { dropEffect, takeEffect } from './effects';
import type { Payment } from './rows';

/** What is to be paid for. Whoever begins it has checked that this account may have it, at this price. */
export interface NewPayment {
  userId: string;
  type: PaymentType;
  /** What is bought, in words: lines of the receipt. */
  title: string;
  description?: string;
  /** Before a coupon or an offer, and after it. */
  original_cents: bigint;
  total_cents: bigint;
  /** The tokens that a top-up brings. */
  tokens_cents?: bigint;
  couponId?: string | null;
  /** Of a subscription. */
  performerId?: string;
  subscriptionId?: string;
  promotionId?: string | null;
  /** What it pays for: months (0 for a free period), days, and the share that a bundle takes off. */
  period?: { months: number; days: number; bundleShare: number | null };
  /** True when nobody sits before a screen: a renewal. */
  isOffSession?: boolean;
  /** The caller's own name of the act, when it has one that a retry knows too: a renewal's subscription, period and attempt. */
  gatewayKey?: string;
}

/** A saved card, and the provider that charges it. */
export interface PayingCard {
  id: string;
  gateway: string;
}

/** A payment by a saved card. */
export interface NewCardPayment extends NewPayment {
  card: PayingCard;
}

/** The key a payment is charged under, unless its caller has one of its own. */
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
 * Writes a payment by card, in the transaction of `tx`; after it has ended, `settlePayment` asks the gateway. Answers the id of
 * the payment: an earlier one's where `gatewayKey` named it before. Refuses with coupon_used and coupon_expired.
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
    const [known] = await tx.db.select({ id: payments.id }).from(payments).where(eq(payments.gatewayKey, row.gatewayKey));
    if (!known) throw new Error(`the payment ${row.gatewayKey} is neither new nor known`);
    return known.id;
  }
  if (payment.couponId) await reserveCoupon(tx, payment.couponId, payment.userId, id);
  return id;
}

/**
 * Writes a payment that no gateway is needed for, because the wallet pays or there is nothing to pay, and lets it take effect in
 * the same transaction. Refuses with insufficient_balance, coupon_used and coupon_expired.
 */
export async function recordPaid(tx: Context, id: string, payment: NewPayment): Promise<Payment> {
  const [written] = await tx.db
    .insert(payments)
    .values({ ...rowOf(tx, id, payment), status: 'created', gateway: walletSource })
    .returning();
  if (!written) throw new Error('a new payment was not written');
  if (payment.couponId) await reserveCoupon(tx, payment.couponId, payment.userId, id);
  return takeEffect(tx, written);
}

/**
 * Writes a payment that was refused before any gateway was asked, for what has to be told of it, with what follows from that;
 * `card` is what was to pay, null where the wallet was.
 */
export async function recordRefused(
  tx: Context,
  id: string,
  payment: NewPayment,
  card: PayingCard | null,
  why: Parameters<typeof dropEffect>[2],
): Promise<Payment> {
  const source = card === null ? { gateway: walletSource } : { gateway: card.gateway, cardId: card.id };
  const [written] = await tx.db
    .insert(payments)
    .values({ ...rowOf(tx, id, payment), ...source, status: 'created' })
    .returning();
  if (!written) throw new Error('a new payment was not written');
  return dropEffect(tx, written, why);
}

/**
 * The payment that this intention began, or begins now: takes the key, lets `begin` check and write the payment of the id it is
 * given, all in one transaction. What `begin` refuses leaves nothing behind.
 */
export function beginOnce(
  ctx: Context,
  intention: Intention,
  begin: (tx: Context, id: string) => Promise<unknown>,
): Promise<{ id: string; isFirst: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const newId = tx.chance.id();
    const id = await firstOf(tx, intention, newId);
    const isFirst = id === newId;
    if (isFirst) await begin(tx, id);
    return { id, isFirst };
  });
}
