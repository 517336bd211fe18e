/** Coupons: a percentage off a top-up, once per account. A use is stored with its payment, and released when the payment fails. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Coupon as CouponSchema } from '@contract/money/money';
import type { Context } from '../../../platform/context';
import { coupons, couponUses, type payments } from '../../../platform/db/schema/payments';
import { fail } from '../../../kernel/api-error';
import { discountedPrice } from '../../offers/terms';

export type CouponRow = typeof coupons.$inferSelect;
export type CouponResponse = z.output<typeof CouponSchema>;

/** The fields of a coupon that a fan sees. */
export const couponOf = ({ code, name, value, expiresAt }: CouponRow): CouponResponse => ({ code, name, value, expiresAt });

const isExpiredOrUsedUp = ({ expiresAt, maximumUses, totalUses }: CouponRow, now: Date): boolean =>
  (expiresAt !== null && expiresAt <= now) || (maximumUses !== null && totalUses >= maximumUses);

/** The coupon with this code, if this account can use it now. Rejects with coupon_not_found, coupon_used and coupon_expired. */
export async function usableCoupon(ctx: Context, accountId: string, code: string): Promise<CouponRow> {
  const [row] = await ctx.db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, code), eq(coupons.status, 'active'), isNull(coupons.removedAt)));
  if (!row) return fail('coupon_not_found');
  const uses = await ctx.db.$count(couponUses, and(eq(couponUses.couponId, row.id), eq(couponUses.accountId, accountId)));
  if (uses > 0) fail('coupon_used');
  if (isExpiredOrUsedUp(row, ctx.clock.now())) fail('coupon_expired');
  return row;
}

type CouponPayment = Pick<typeof payments.$inferSelect, 'id' | 'userId' | 'couponId'>;

/** Records and counts a use, unless the account already has one. */
async function recordUse(tx: Context, use: typeof couponUses.$inferInsert): Promise<'recorded' | 'used before'> {
  const recorded = await tx.db
    .insert(couponUses)
    .values(use)
    .onConflictDoNothing({ target: [couponUses.couponId, couponUses.accountId] })
    .returning({ paymentId: couponUses.paymentId });
  if (recorded.length === 0) return 'used before';
  await tx.db
    .update(coupons)
    .set({ totalUses: sql`${coupons.totalUses} + 1` })
    .where(eq(coupons.id, use.couponId));
  return 'recorded';
}

/**
 * Uses a coupon for a payment, in the transaction that creates it. The row lock serializes concurrent payments. Rejects with
 * coupon_used and coupon_expired.
 */
export async function reserveCoupon(tx: Context, couponId: string, accountId: string, paymentId: string): Promise<void> {
  const [row] = await tx.db.select().from(coupons).where(eq(coupons.id, couponId)).for('no key update');
  if (!row || isExpiredOrUsedUp(row, tx.clock.now())) fail('coupon_expired');
  if ((await recordUse(tx, { couponId, accountId, paymentId })) === 'used before') fail('coupon_used');
}

/**
 * The payment succeeded after its coupon had been released: records the use again, ignoring the coupon's limits. Does nothing if
 * the account has since used it on another payment.
 */
export async function reserveCouponAgain(tx: Context, { id: paymentId, userId: accountId, couponId }: CouponPayment): Promise<void> {
  if (couponId !== null) await recordUse(tx, { couponId, accountId, paymentId });
}

/** Releases the coupon of a failed payment. */
export async function releaseCoupon(tx: Context, paymentId: string): Promise<void> {
  const [released] = await tx.db.delete(couponUses).where(eq(couponUses.paymentId, paymentId)).returning({ couponId: couponUses.couponId });
  if (!released) return;
  await tx.db
    .update(coupons)
    .set({ totalUses: sql`${coupons.totalUses} - 1` })
    .where(eq(coupons.id, released.couponId));
}

/**
 * What a coupon takes off, without using it. `totalPrice` is `amount` less the coupon, where an amount is given. Rejects with
 * coupon_not_found, coupon_used and coupon_expired.
 */
export async function applyCoupon(
  ctx: Context,
  accountId: string,
  code: string,
  amount: bigint | undefined,
): Promise<CouponResponse & { totalPrice: bigint | null }> {
  const coupon = await usableCoupon(ctx, accountId, code);
  return { ...couponOf(coupon), totalPrice: amount === undefined ? null : discountedPrice(amount, coupon.value) };
}
