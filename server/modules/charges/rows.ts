/** Charges as they leave the host. */
import { inArray } from 'drizzle-orm';
import { Charge } from '@contract/money';
import type { z } from 'zod';
import type { Context } from '../../context';
import { charges } from '../../db/schema/schema';
import { peopleByIds } from '../people/people';

export type ChargeAnswer = z.output<typeof Charge>;

/** The form in which a charge travels by socket. */
export const wireOf = (charge: ChargeAnswer): z.input<typeof Charge> => Charge.encode(charge);

/** Charges by id, two queries for all of them. What was left in the wallet is for the buyer alone. */
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
  const answers = new Map<string, ChargeAnswer>();
  for (const row of rows) {
    const [user, performer] = [people.get(row.userId), people.get(row.performerId)];
    if (!user || !performer) continue;
    answers.set(row.id, {
      _id: row.id,
      type: row.type,
      targetId: row.targetId,
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
    });
  }
  return answers;
}
