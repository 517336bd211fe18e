/** What an account is told of its own relations. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts, follows, subscriptions } from '../../platform/db/schema/schema';
import { givesAccess } from '../../entitlements/entitlements';

export interface AccountStats {
  following: number;
  subscriptions: number;
}

/** Of an account that nothing is known of. */
export const noStats: AccountStats = { following: 0, subscriptions: 0 };

/** How many performers each account follows, and how many subscriptions give it access now; one query. */
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
  return new Map(rows.map(({ id, following, subscriptions: running }) => [id, { following, subscriptions: running }]));
}
