/** Charges as they leave the host. */
import { inArray } from 'drizzle-orm';
import { Charge } from '@contract/money/money';
import { unlockTypes, type ChargeType, type UnlockType } from '@contract/values';
import type { z } from 'zod';
import type { Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/schema';
import { peopleByIds, type Person } from '../../modules/people/people';

export type ChargeAnswer = z.output<typeof Charge>;

/** Whether something was bought to keep. */
export const isUnlock = (type: ChargeType): type is UnlockType => unlockTypes.some((known) => known === type);

/** The form in which a charge travels by socket. */
export const wireOf = (charge: ChargeAnswer): z.input<typeof Charge> => Charge.encode(charge);

/** A charge with the people it concerns, or null when one of them is unknown. What was left in the wallet is for the buyer alone. */
export function chargeAnswer(
  row: typeof charges.$inferSelect,
  people: ReadonlyMap<string, Person>,
  reader: 'buyer' | 'operator',
): ChargeAnswer | null {
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
    balanceAfter: reader === 'buyer' ? row.balanceAfterCents : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Charges by id, two queries for all of them. */
export async function chargeAnswers(
  ctx: Context,
  ids: readonly string[],
  reader: 'buyer' | 'operator',
): Promise<Map<string, ChargeAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(charges)
    .where(inArray(charges.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ userId, performerId }) => [userId, performerId]))]);
  return new Map(
    rows.flatMap((row) => {
      const answer = chargeAnswer(row, people, reader);
      return answer ? [[row.id, answer] as const] : [];
    }),
  );
}
