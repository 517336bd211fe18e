/** Counts the messages between the payer and the paid performers. Their content stays private. */
import { and, count, eq, gte, inArray, max, min, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { conversationMembers, messages } from '../../platform/db/schema/messages';
import type { Payment } from '../payments/rows';
import { peopleByIds } from '../../people/people/rows';
import { minuteText } from './format';

/** Counts and dates of the messages since the payment, one line per conversation; empty when there were none. */
export async function messageCounts(ctx: Context, { userId, createdAt }: Payment, performerIds: readonly string[]): Promise<string> {
  if (performerIds.length === 0) return '';
  const { accountId, otherId, conversationId } = conversationMembers;
  const rows = await ctx.db
    .select({
      otherId,
      total: count(),
      sent: sql`count(*) filter (where ${messages.senderId} = ${userId})`.mapWith(Number),
      first: min(messages.createdAt),
      last: max(messages.createdAt),
    })
    .from(conversationMembers)
    .innerJoin(messages, eq(messages.conversationId, conversationId))
    .where(and(eq(accountId, userId), inArray(otherId, [...performerIds]), gte(messages.createdAt, createdAt)))
    .groupBy(otherId)
    .orderBy(otherId);
  const people = await peopleByIds(
    ctx,
    rows.map((row) => row.otherId),
  );
  return rows
    .flatMap(({ otherId: performerId, total, sent, first, last }) => {
      if (first === null || last === null) return [];
      const name = people.get(performerId)?.name ?? 'a creator whose account was deleted';
      const times = `first ${minuteText(first)}, last ${minuteText(last)}`;
      return [
        `Messages with ${name} since the payment: ${String(sent)} by the customer, ${String(total - sent)} to the customer, ${times}.`,
      ];
    })
    .join('\n');
}
