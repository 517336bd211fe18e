/** How many performers an account follows and subscribes to. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess } from '../../content/entitlements/entitlements';

export interface AccountStats {
  following: number;
  subscriptions: number;
}

/** The counts of an account without follows and subscriptions. */
export const noStats: AccountStats = { following: 0, subscriptions: 0 };

/** Performers followed and subscriptions that give access now, per account; one query. */
export async function statsOf(ctx: Pick<Context, 'db' | 'clock'>, ids: readonly string[]): Promise<Map<string, AccountStats>> {
  if (ids.length === 0) return new Map();
  const ofAccount = sql`${subscriptions.userId} = ${accounts.id}`;
  const rows = await ctx.db
    .select({
      id: accounts.id,
      following: sql<number>`(select count(*)::int from ${follows} where ${eq(follows.followerId, accounts.id)})`,
      subscriptions: sql<number>`(select count(*)::int from ${subscriptions} where ${and(ofAccount, givesAccess(ctx.clock.now()))})`,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(rows.map(({ id, following, subscriptions: subscriptionCount }) => [id, { following, subscriptions: subscriptionCount }]));
}
