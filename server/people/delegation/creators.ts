/** Which delegate published an item. Shown only to the performer, in lists of their own content. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { helperActs } from '../../platform/db/schema/delegation';

/** Adds the name of the delegate who created an item, if any, to a page of the performer's own content; one query. */
export async function withDelegateNames<T extends { _id: string }>(
  ctx: Context,
  performerId: string,
  page: Page<T>,
): Promise<Page<T & { delegateId?: string }>> {
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
