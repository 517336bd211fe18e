/** Public API of follows: rows, and a counter per performer. Both change in one statement, so they agree under concurrency. */
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { follows } from '../../platform/db/schema/responses';

/** Follows a performer. Returns false if the follow already exists. The performer must exist. */
export async function addFollow(ctx: Pick<Context, 'db' | 'random' | 'clock'>, followerId: string, performerId: string): Promise<boolean> {
  const { rowCount } = await ctx.db.execute(sql`
    with added as (
      insert into ${follows} (id, follower_id, performer_id, created_at)
      values (${ctx.random.id()}, ${followerId}, ${performerId}, ${ctx.clock.now()})
      on conflict (follower_id, performer_id) do nothing returning performer_id
    )
    update ${performers} set followers = followers + 1 from added where ${performers.accountId} = added.performer_id`);
  return rowCount === 1;
}

/** Unfollows; does nothing if there is no follow. */
export async function removeFollow(ctx: Pick<Context, 'db'>, followerId: string, performerId: string): Promise<void> {
  await ctx.db.execute(sql`
    with removed as (
      delete from ${follows} where follower_id = ${followerId} and performer_id = ${performerId} returning performer_id
    )
    update ${performers} set followers = followers - 1 from removed where ${performers.accountId} = removed.performer_id`);
}

/** The number of followers, or null if the performer does not exist. */
export async function countFollowers(ctx: Pick<Context, 'db'>, performerId: string): Promise<number | null> {
  const [row] = await ctx.db.select({ followers: performers.followers }).from(performers).where(eq(performers.accountId, performerId));
  return row?.followers ?? null;
}
