/** Sales as they leave the host. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Earning } from '@contract/money/money';
import type { Context } from '../../platform/context';
import { earnings } from '../../platform/db/schema/schema';
import { peopleByIds, type Person } from '../../modules/people/people';

export type EarningAnswer = z.output<typeof Earning> & { performer: Person };

/** Sales by id, two queries for all of them. */
export async function earningAnswers(ctx: Context, ids: readonly string[]): Promise<Map<string, EarningAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(earnings)
    .where(inArray(earnings.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ userId, performerId }) => [userId, performerId]))]);
  const answers = new Map<string, EarningAnswer>();
  for (const row of rows) {
    const [user, performer] = [people.get(row.userId), people.get(row.performerId)];
    if (!user || !performer) continue;
    answers.set(row.id, {
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
      availableAt: row.availableAt,
      createdAt: row.createdAt,
    });
  }
  return answers;
}
