/** Sales as API responses. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Earning } from '@contract/money/money';
import type { Context } from '../../platform/context';
import { earnings } from '../../platform/db/schema/money';
import { availableAfterShow } from './clearing';
import { peopleByIds, type Person } from '../../people/people/rows';

export type EarningResponse = z.output<typeof Earning> & { performer: Person };

/** Sales by id, with two queries in total. */
export async function earningResponses(ctx: Context, ids: readonly string[]): Promise<Map<string, EarningResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(earnings)
    .where(inArray(earnings.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ userId, performerId }) => [userId, performerId]))]);
  const responses = new Map<string, EarningResponse>();
  for (const row of rows) {
    const [user, performer] = [people.get(row.userId), people.get(row.performerId)];
    if (!user || !performer) continue;
    responses.set(row.id, {
      _id: row.id,
      type: row.type,
      user,
      performer,
      chargeId: row.chargeId,
      transactionId: row.paymentId,
      grossPrice: row.grossCents,
      commissionRate: row.commissionRate,
      siteCommission: row.commissionCents,
      netPrice: row.netCents,
      paymentGateway: row.source,
      status: row.status,
      refunded: row.refundedCents,
      availableAt: row.availableAt < availableAfterShow ? row.availableAt : null,
      createdAt: row.createdAt,
    });
  }
  return responses;
}
