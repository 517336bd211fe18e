/** Payout requests as they leave the host, and who hears of their changes. */
import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { PayoutRequest } from '@contract/money/money';
import type { Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../modules/people/people';

export type PayoutRow = typeof payoutRequests.$inferSelect;
export type PayoutAnswer = z.output<typeof PayoutRequest>;

/** What a hold is named after: each round of a request has one of its own. */
export const holdOf = ({ id, round }: Pick<PayoutRow, 'id' | 'round'>): string => `${id}/${String(round)}`;

/** The key of the transfer that paid a request. */
export const settledUnder = (row: Pick<PayoutRow, 'id' | 'round'>): string => `payout_settle:${holdOf(row)}`;

/** Requests by id, two queries for all of them. */
export async function payoutAnswers(ctx: Context, ids: readonly string[]): Promise<Map<string, PayoutAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(payoutRequests)
    .where(inArray(payoutRequests.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ performerId }) => performerId))]);
  const answers = new Map<string, PayoutAnswer>();
  for (const row of rows) {
    const performer = people.get(row.performerId);
    if (!performer) continue;
    answers.set(row.id, {
      _id: row.id,
      amount: row.amountCents,
      method: row.method,
      account: row.accountShown,
      status: row.status,
      reversed: row.reversedCents,
      requestNote: row.requestNote,
      operatorNote: row.operatorNote,
      reference: row.reference,
      performer,
      batchId: row.batchId,
      decidedAt: row.decidedAt,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    });
  }
  return answers;
}

/** One request. Refuses with payout_not_found. */
export async function payoutAnswer(ctx: Context, id: string): Promise<PayoutAnswer> {
  return (await payoutAnswers(ctx, [id])).get(id) ?? fail('payout_not_found');
}

/** The request, locked until the transaction of `tx` ends. Refuses with payout_not_found. */
export async function lockPayout(tx: Context, id: string): Promise<PayoutRow> {
  const [row] = await tx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)).for('no key update');
  return row ?? fail('payout_not_found');
}

/** Tells the performer and the operators how a request stands now; answers it. */
export async function publishPayout(tx: Context, id: string): Promise<PayoutAnswer> {
  const answer = await payoutAnswer(tx, id);
  await publish(tx, 'payout/changed', [`account:${answer.performer._id}`, 'right:payouts.decide'], PayoutRequest.encode(answer));
  return answer;
}
