/** Coupons: a share off a top-up, once per account. A use is kept with the payment that spends it, and given back if that fails. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Coupon as CouponSchema } from '@contract/money/money';
import type { Context } from '../../../platform/context';
import { coupons, couponUses, type payments } from '../../../platform/db/schema/schema';
import { fail } from '../../../kernel/api-error';
import { lowered } from '../../offers/offers';

export type CouponRow = typeof coupons.$inferSelect;
export type CouponAnswer = z.output<typeof CouponSchema>;

/** What the fan sees of a coupon. */
export const couponOf = ({ code, name, value, expiresAt }: CouponRow): CouponAnswer => ({ code, name, value, expiresAt });

const isOver = ({ expiresAt, maximumUses, totalUses }: CouponRow, now: Date): boolean =>
  (expiresAt !== null && expiresAt <= now) || (maximumUses !== null && totalUses >= maximumUses);

/** The coupon of a code, fit to be used by this account now. Refuses with coupon_not_found, coupon_used and coupon_expired. */
export async function usableCoupon(ctx: Context, accountId: string, code: string): Promise<CouponRow> {
  const [row] = await ctx.db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, code), eq(coupons.status, 'active'), isNull(coupons.removedAt)));
  if (!row) return fail('coupon_not_found');
  const uses = await ctx.db.$count(couponUses, and(eq(couponUses.couponId, row.id), eq(couponUses.accountId, accountId)));
  if (uses > 0) fail('coupon_used');
  if (isOver(row, ctx.clock.now())) fail('coupon_expired');
  return row;
}

type CouponPayment = Pick<typeof payments.$inferSelect, 'id' | 'userId' | 'couponId'>;

/** Writes down and counts a use, unless the account has one already. */
async function noteUse(tx: Context, use: typeof couponUses.$inferInsert): Promise<'noted' | 'used before'> {
  const noted = await tx.db
    .insert(couponUses)
    .values(use)
    .onConflictDoNothing({ target: [couponUses.couponId, couponUses.accountId] })
    .returning({ paymentId: couponUses.paymentId });
  if (noted.length === 0) return 'used before';
  await tx.db
    .update(coupons)
    .set({ totalUses: sql`${coupons.totalUses} + 1` })
    .where(eq(coupons.id, use.couponId));
  return 'noted';
}

/**
 * Spends a coupon on a payment, in the transaction that begins it. Two payments at once wait for each other at the coupon.
 * Refuses with coupon_used and coupon_expired.
 */
export async function reserveCoupon(tx: Context, couponId: string, accountId: string, paymentId: string): Promise<void> {
  const [row] = await tx.db.select().from(coupons).where(eq(coupons.id, couponId)).for('no key update');
  if (!row || isOver(row, tx.clock.now())) fail('coupon_expired');
  if ((await noteUse(tx, { couponId, accountId, paymentId })) === 'used before') fail('coupon_used');
}

/**
 * The payment was paid though its coupon had been given back: the use is written down again, whatever is left of the coupon. An
 * account that has used it on another payment meanwhile keeps that use.
 */
export async function takeCouponAgain(tx: Context, { id: paymentId, userId: accountId, couponId }: CouponPayment): Promise<void> {
  if (couponId !== null) await noteUse(tx, { couponId, accountId, paymentId });
}

/** The payment failed: its coupon may be used again. */
export async function giveCouponBack(tx: Context, paymentId: string): Promise<void> {
  const [given] = await tx.db.delete(couponUses).where(eq(couponUses.paymentId, paymentId)).returning({ couponId: couponUses.couponId });
  if (!given) return;
  await tx.db
    .update(coupons)
    .set({ totalUses: sql`${coupons.totalUses} - 1` })
    .where(eq(coupons.id, given.couponId));
}

/**
 * What a coupon takes off, without spending it: `totalPrice` is what is left of `amount`, where one is given. Refuses with
 * coupon_not_found, coupon_used and coupon_expired.
 */
export async function applyCoupon(
  ctx: Context,
  accountId: string,
  code: string,
  amount: bigint | undefined,
): Promise<CouponAnswer & { totalPrice: bigint | null }> {
  const coupon = await usableCoupon(ctx, accountId, code);
  return { ...couponOf(coupon), totalPrice: amount === undefined ? null : lowered(amount, coupon.value) };
}
