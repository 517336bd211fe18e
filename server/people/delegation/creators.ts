/** Who made what the performer has published: told to her alone, in the lists of her own things. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { accounts, helperActs } from '../../platform/db/schema/schema';

/** A page of the performer's own things, each with the name of the helper who made it, where one did; one query. */
export async function withMakers<T extends { _id: string }>(
  ctx: Context,
  performerId: string,
  page: Page<T>,
): Promise<Page<T & { by?: string }>> {
  const ids = page.data.map(({ _id }) => _id);
  if (ids.length === 0) return page;
  const name = sql<string>`coalesce(nullif(${accounts.name}, ''), ${accounts.username}, 'A helper')`;
  const rows = await ctx.db
    .select({ id: helperActs.targetId, name })
    .from(helperActs)
    .leftJoin(accounts, eq(accounts.id, helperActs.helperId))
    .where(and(inArray(helperActs.targetId, ids), eq(helperActs.performerId, performerId), eq(helperActs.isMade, true)));
  const makers = new Map(rows.map((row) => [row.id, row.name]));
  return { ...page, data: page.data.map((item) => ({ ...item, ...(makers.has(item._id) && { by: makers.get(item._id) }) })) };
}
