/**
 * The door of the follows: who follows whom, as rows and as each performer's counter. Both change in one statement, so they
 * agree whatever happens at the same moment. It knows no page of anybody: performers show what stands here.
 */
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { follows, performers } from '../../platform/db/schema/schema';

/** Lets somebody follow a performer; nothing happens when she does already. Answers whether anything did. The performer exists. */
export async function addFollow(ctx: Pick<Context, 'db' | 'chance' | 'clock'>, followerId: string, performerId: string): Promise<boolean> {
  const { rowCount } = await ctx.db.execute(sql`
    with added as (
      insert into ${follows} (id, follower_id, performer_id, created_at)
      values (${ctx.chance.id()}, ${followerId}, ${performerId}, ${ctx.clock.now()})
      on conflict (follower_id, performer_id) do nothing returning performer_id
    )
    update ${performers} set followers = followers + 1 from added where ${performers.accountId} = added.performer_id`);
  return rowCount === 1;
}

/** Ends it; nothing happens when there is nothing to end. */
export async function removeFollow(ctx: Pick<Context, 'db'>, followerId: string, performerId: string): Promise<void> {
  await ctx.db.execute(sql`
    with gone as (
      delete from ${follows} where follower_id = ${followerId} and performer_id = ${performerId} returning performer_id
    )
    update ${performers} set followers = followers - 1 from gone where ${performers.accountId} = gone.performer_id`);
}

/** How many follow a performer, or null when there is no such performer. */
export async function countFollowers(ctx: Pick<Context, 'db'>, performerId: string): Promise<number | null> {
  const [row] = await ctx.db.select({ followers: performers.followers }).from(performers).where(eq(performers.accountId, performerId));
  return row?.followers ?? null;
}
