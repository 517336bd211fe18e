/** Rows of payout requests, their API responses, and events about their changes. */
import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { PayoutRequest } from '@contract/money/money';
import type { Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../people/people/rows';

export type PayoutRow = typeof payoutRequests.$inferSelect;
export type PayoutResponse = z.output<typeof PayoutRequest>;

/** The ledger subject of a request's hold. Each change of the amount starts a round with its own hold. */
export const holdSubjectOf = ({ id, round }: Pick<PayoutRow, 'id' | 'round'>): string => `${id}/${String(round)}`;

/** The key of the transfer that paid a request. */
export const settlementKeyOf = (row: Pick<PayoutRow, 'id' | 'round'>): string => `payout_settle:${holdSubjectOf(row)}`;

/** Requests by id, with two queries in total. */
export async function payoutResponses(ctx: Context, ids: readonly string[]): Promise<Map<string, PayoutResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(payoutRequests)
    .where(inArray(payoutRequests.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ performerId }) => performerId))]);
  const responses = new Map<string, PayoutResponse>();
  for (const row of rows) {
    const performer = people.get(row.performerId);
    if (!performer) continue;
    responses.set(row.id, {
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
  return responses;
}

/** One request as an API response. Rejects with payout_not_found. */
export async function payoutResponse(ctx: Context, id: string): Promise<PayoutResponse> {
  return (await payoutResponses(ctx, [id])).get(id) ?? fail('payout_not_found');
}

/** The request, locked until the transaction of `tx` ends. Rejects with payout_not_found. */
export async function lockPayout(tx: Context, id: string): Promise<PayoutRow> {
  const [row] = await tx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)).for('no key update');
  return row ?? fail('payout_not_found');
}

/** Emits a request's current state to the performer and the operators, and returns it. */
export async function publishPayout(tx: Context, id: string): Promise<PayoutResponse> {
  const payout = await payoutResponse(tx, id);
  await publish(tx, 'payout/changed', [`account:${payout.performer._id}`, 'right:payouts.decide'], PayoutRequest.encode(payout));
  return payout;
}
