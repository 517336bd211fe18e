/** What a performer can see of one fan. For accounts that are not fans, the API does not even reveal that they exist. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Fan } from '@contract/talk/chat';
import type { SubscriptionStatus } from '@contract/kernel/values/subscriptions';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { fanListPeople, fanLists, fanNotes } from '../../platform/db/schema/messages';
import { earnings } from '../../platform/db/schema/money';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { isBlockedBetweenSql } from '../../people/blocking/blocking';
import { peopleByIds } from '../../people/people/rows';
import { isFan } from './audience';

export type FanResponse = z.output<typeof Fan>;

interface FanRow extends Record<string, unknown> {
  note: string | null;
  spent_cents: string;
  is_following: boolean;
  status: SubscriptionStatus | null;
  started_at: string | null;
  expires_at: string | null;
}

/** All data in one row, or null when the account is not a fan or one has blocked the other. */
async function findFan(ctx: Pick<Context, 'db'>, performerId: string, fanId: string): Promise<FanRow | null> {
  const { rows } = await ctx.db.execute<FanRow>(sql`
    select n.text as note, s.status, s.started_at::text, s.expires_at::text,
      exists (select from ${follows} where follower_id = a.id and performer_id = ${performerId}) as is_following,
      (select coalesce(sum(gross_cents - refunded_cents), 0)::text from ${earnings} where user_id = a.id and performer_id = ${performerId}) as spent_cents
    from ${accounts} a
    left join ${fanNotes} n on n.performer_id = ${performerId} and n.fan_id = a.id
    left join ${subscriptions} s on s.performer_id = ${performerId} and s.user_id = a.id
    where a.id = ${fanId} and a.id <> ${performerId} and a.status = 'active' and not ${isBlockedBetweenSql(sql`a.id`, sql`${performerId}::uuid`)} and ${isFan(sql`a.id`, performerId)}`);
  return rows[0] ?? null;
}

/** A fan of the performer. Rejects with user_not_found. */
export async function fanOf(ctx: Context, performer: Actor, fanId: string): Promise<FanResponse> {
  const row = (await findFan(ctx, performer.id, fanId)) ?? fail('user_not_found');
  const person = (await peopleByIds(ctx, [fanId])).get(fanId) ?? fail('user_not_found');
  const lists = await ctx.db
    .select({ _id: fanLists.id, name: fanLists.name })
    .from(fanLists)
    .innerJoin(fanListPeople, eq(fanListPeople.listId, fanLists.id))
    .where(and(eq(fanLists.performerId, performer.id), eq(fanListPeople.accountId, fanId)))
    .orderBy(asc(fanLists.createdAt), asc(fanLists.id));
  const { status, started_at: startedAt, expires_at: expiresAt } = row;
  const hasSubscription = status !== null && startedAt !== null && expiresAt !== null;
  return {
    person,
    note: row.note ?? '',
    totalSpent: BigInt(row.spent_cents),
    isFollowing: row.is_following,
    subscription: hasSubscription ? { status, startedAt: new Date(startedAt), expiredAt: new Date(expiresAt) } : null,
    lists,
  };
}

/** Replaces the performer's note about a fan. Rejects with user_not_found. */
export async function setFanNote(ctx: Context, performer: Actor, fanId: string, text: string): Promise<FanResponse> {
  if (!(await findFan(ctx, performer.id, fanId))) return fail('user_not_found');
  const updatedAt = ctx.clock.now();
  await ctx.db
    .insert(fanNotes)
    .values({ performerId: performer.id, fanId, text, updatedAt })
    .onConflictDoUpdate({ target: [fanNotes.performerId, fanNotes.fanId], set: { text, updatedAt } });
  return fanOf(ctx, performer, fanId);
}
