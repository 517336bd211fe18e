/** Creating, changing and withdrawing coupons, for operators. Past uses do not change. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type adminContract from '@contract/money/admin-money';
import type { Parsed } from '@contract/kernel/endpoint';
import type { AdminCoupon as AdminCouponSchema } from '@contract/money/money';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../../platform/audit/audit';
import { changesOf } from '../../../platform/audit/changes';
import { inTransaction, type Context } from '../../../platform/context';
import { causesOf } from '../../../platform/db/db';
import { contains, readPage } from '../../../platform/db/paging';
import { coupons } from '../../../platform/db/schema/payments';
import { fail, failAt } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { couponOf, type CouponRow } from './coupons';

type Contract = typeof adminContract;
type Fields = Parsed<Contract['POST /admin/coupons']>['body'];
export type AdminCoupon = z.output<typeof AdminCouponSchema>;

const adminCouponOf = (row: CouponRow): AdminCoupon => ({
  ...couponOf(row),
  _id: row.id,
  description: row.description,
  status: row.status,
  totalUses: row.totalUses,
  maximumUses: row.maximumUses,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Maps the unique violation of the coupon code, which also covers concurrent creations. */
function rejectTakenCode(error: unknown): never {
  for (const { constraint } of causesOf(error)) if (constraint === 'coupons_code') failAt('code', 'code_taken');
  throw error;
}

/** Coupons that have not been withdrawn. */
export function searchCoupons(ctx: Context, query: Parsed<Contract['GET /admin/coupons/search']>['query']): Promise<Page<AdminCoupon>> {
  const { id, createdAt, updatedAt, code, status } = coupons;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, code })
    .from(coupons)
    .where(
      and(
        isNull(coupons.removedAt),
        query.status === undefined ? undefined : eq(status, query.status),
        query.q === undefined ? undefined : contains(code, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(coupons).where(inArray(coupons.id, ids));
    return new Map(rows.map((row) => [row.id, adminCouponOf(row)]));
  });
}

/** Creates a coupon. Rejects with code_taken. */
export function createCoupon(ctx: Context, operator: Actor, client: Client, fields: Fields): Promise<AdminCoupon> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const [row] = await tx.db
      .insert(coupons)
      .values({ id: tx.random.id(), ...fields, createdAt: now, updatedAt: now })
      .returning()
      .catch(rejectTakenCode);
    if (!row) return fail('coupon_not_found');
    await audit(tx, operator, client, { action: 'coupon.create', targetType: 'coupon', targetId: row.id, after: fields });
    return adminCouponOf(row);
  });
}

async function lockCoupon(tx: Context, id: string): Promise<CouponRow> {
  const [row] = await tx.db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isNull(coupons.removedAt)))
    .for('no key update');
  return row ?? fail('coupon_not_found');
}

/** Changes a coupon. Rejects with coupon_not_found and code_taken. */
export function changeCoupon(ctx: Context, operator: Actor, client: Client, id: string, fields: Fields): Promise<AdminCoupon> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockCoupon(tx, id);
    const [row] = await tx.db
      .update(coupons)
      .set({ ...fields, updatedAt: tx.clock.now() })
      .where(eq(coupons.id, id))
      .returning()
      .catch(rejectTakenCode);
    if (!row) return fail('coupon_not_found');
    await audit(tx, operator, client, { action: 'coupon.change', targetType: 'coupon', targetId: id, ...changesOf(before, row) });
    return adminCouponOf(row);
  });
}

/** Withdraws a coupon; its code can be used again. Rejects with coupon_not_found. */
export async function withdrawCoupon(ctx: Context, operator: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { code } = await lockCoupon(tx, id);
    await tx.db.update(coupons).set({ removedAt: tx.clock.now() }).where(eq(coupons.id, id));
    await audit(tx, operator, client, { action: 'coupon.withdraw', targetType: 'coupon', targetId: id, before: { code } });
  });
}
