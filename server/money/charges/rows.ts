/** Charges as API responses. */
import { inArray } from 'drizzle-orm';
import { Charge } from '@contract/money/money';
import { purchaseTypes, type ChargeType, type PurchaseType } from '@contract/kernel/values/money';
import type { z } from 'zod';
import type { Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/money';
import { peopleByIds, type Person } from '../../people/people/rows';

export type ChargeResponse = z.output<typeof Charge>;

/** Whether charges of this type are listed among a fan's purchases: unlocked content and tickets. */
export const isPurchase = (type: ChargeType): type is PurchaseType => purchaseTypes.some((purchaseType) => purchaseType === type);

/** The JSON form of a charge in socket events. */
export const encodeCharge = (charge: ChargeResponse): z.input<typeof Charge> => Charge.encode(charge);

/** A charge with its buyer and performer, or null when either is unknown. Only the buyer sees the balance after it. */
export function chargeResponse(
  row: typeof charges.$inferSelect,
  people: ReadonlyMap<string, Person>,
  viewer: 'buyer' | 'operator',
): ChargeResponse | null {
  const [user, performer] = [people.get(row.userId), people.get(row.performerId)];
  if (!user || !performer) return null;
  return {
    _id: row.id,
    type: row.type,
    targetId: row.targetId,
    sessionId: row.sessionId,
    user,
    performer,
    text: row.text,
    price: row.priceCents,
    quantity: row.quantity,
    commission: row.commissionCents,
    earning: row.earningCents,
    status: row.status,
    refunded: row.refundedCents,
    balanceAfter: viewer === 'buyer' ? row.balanceAfterCents : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Charges by id, with two queries in total. */
export async function chargeResponses(
  ctx: Context,
  ids: readonly string[],
  viewer: 'buyer' | 'operator',
): Promise<Map<string, ChargeResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(charges)
    .where(inArray(charges.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ userId, performerId }) => [userId, performerId]))]);
  return new Map(
    rows.flatMap((row) => {
      const response = chargeResponse(row, people, viewer);
      return response ? [[row.id, response] as const] : [];
    }),
  );
}
