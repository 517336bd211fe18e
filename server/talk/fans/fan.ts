/** What a performer knows of one fan. Of people who never came near her she learns nothing, not even that they exist. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Fan } from '@contract/talk/chat';
import type { SubscriptionStatus } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, earnings, fanListPeople, fanLists, fanNotes, follows, subscriptions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { standApart } from '../../people/blocking/blocking';
import { peopleByIds } from '../../modules/people/people';
import { isNear } from './audience';

export type FanAnswer = z.output<typeof Fan>;

interface Known extends Record<string, unknown> {
  note: string | null;
  spent_cents: string;
  is_following: boolean;
  status: SubscriptionStatus | null;
  started_at: string | null;
  expires_at: string | null;
}

/** Everything in one row, or null where the fan never came near the performer, or a block keeps them apart. */
async function known(ctx: Pick<Context, 'db'>, performerId: string, fanId: string): Promise<Known | null> {
  const { rows } = await ctx.db.execute<Known>(sql`
    select n.text as note, s.status, s.started_at::text, s.expires_at::text,
      exists (select from ${follows} where follower_id = a.id and performer_id = ${performerId}) as is_following,
      (select coalesce(sum(gross_cents - refunded_cents), 0)::text from ${earnings} where user_id = a.id and performer_id = ${performerId}) as spent_cents
    from ${accounts} a
    left join ${fanNotes} n on n.performer_id = ${performerId} and n.fan_id = a.id
    left join ${subscriptions} s on s.performer_id = ${performerId} and s.user_id = a.id
    where a.id = ${fanId} and a.id <> ${performerId} and a.status = 'active' and not ${standApart(sql`a.id`, sql`${performerId}::uuid`)} and ${isNear(sql`a.id`, performerId)}`);
  return rows[0] ?? null;
}

/** A fan of the performer. Refuses with user_not_found. */
export async function fanOf(ctx: Context, performer: Actor, fanId: string): Promise<FanAnswer> {
  const row = (await known(ctx, performer.id, fanId)) ?? fail('user_not_found');
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

/** Writes down something about a fan in place of what stood there. Refuses with user_not_found. */
export async function noteFan(ctx: Context, performer: Actor, fanId: string, text: string): Promise<FanAnswer> {
  if (!(await known(ctx, performer.id, fanId))) return fail('user_not_found');
  const updatedAt = ctx.clock.now();
  await ctx.db
    .insert(fanNotes)
    .values({ performerId: performer.id, fanId, text, updatedAt })
    .onConflictDoUpdate({ target: [fanNotes.performerId, fanNotes.fanId], set: { text, updatedAt } });
  return fanOf(ctx, performer, fanId);
}
