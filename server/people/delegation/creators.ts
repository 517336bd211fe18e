/** Which delegate published an item. Shown only to the performer, in lists of their own content. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { delegateActions } from '../../platform/db/schema/delegation';

/** Adds the name of the delegate who created an item, if any, as `by` to a page of the performer's own content; one query. */
export async function withDelegateNames<T extends { _id: string }>(
  ctx: Context,
  performerId: string,
  page: Page<T>,
): Promise<Page<T & { by?: string }>> {
  const ids = page.data.map(({ _id }) => _id);
  if (ids.length === 0) return page;
  const name = sql<string>`coalesce(nullif(${accounts.name}, ''), ${accounts.username}, 'A helper')`;
  const rows = await ctx.db
    .select({ id: delegateActions.targetId, name })
    .from(delegateActions)
    .leftJoin(accounts, eq(accounts.id, delegateActions.helperId))
    .where(and(inArray(delegateActions.targetId, ids), eq(delegateActions.performerId, performerId), eq(delegateActions.isMade, true)));
  const delegateNames = new Map(rows.map((row) => [row.id, row.name]));
  return { ...page, data: page.data.map((item) => ({ ...item, ...(delegateNames.has(item._id) && { by: delegateNames.get(item._id) }) })) };
}
