/**
 * The newest of all posts, as nearly everybody asks for them: the first page at its usual length and nothing to narrow it. Planning
 * that costs more than finding it, so that each connection plans it once.
 */
import { and, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { countUpTo, type Key } from '../../platform/db/paging';
import { prepared, type Prepared } from '../../platform/db/prepared';
import { items } from '../../platform/db/schema/schema';
import type { Visitor, VisitorToCome } from '../../people/blocking/blocking';
import { shownItems } from '../../modules/items/items';

const { placeholder } = sql;

/** One more than a page has: whether there is a next one. */
export const firstLimit = limits.page.limitDefault + 1;

type Find = Prepared<Visitor & { now: string }, Key>;
const known = new Map<string, Find>();

/** Constants stand in the text: of values to come the planner takes neither an index for granted nor that few rows are wanted. */
function prepareFor(name: string, visitor: VisitorToCome): Find {
  const where = and(eq(items.kind, 'feed'), shownItems(sql`${placeholder('now')}::timestamptz`, visitor));
  const total = countUpTo(items, where, limits.page.countedInSearchMax);
  const statement = sql`select ${items.id} as id, ${items.publishedAt}::text as value, ${total} as total from ${items} where ${where}
    order by ${items.publishedAt} desc, ${items.id} desc limit ${firstLimit}`;
  return prepared(name, statement.inlineParams());
}

/** `firstLimit` posts that this visitor finds, with how many there are in all. */
export function firstPosts(ctx: Context, { accountId, country }: Visitor): Promise<Key[]> {
  const name = `first_posts_${accountId === null ? 'guest' : 'member'}_${country === null ? 'anywhere' : 'somewhere'}`;
  const visitor = { accountId: accountId && placeholder('accountId'), country: country && placeholder('country') };
  const find = known.get(name) ?? prepareFor(name, visitor);
  known.set(name, find);
  return find(ctx.db, { accountId, country, now: ctx.clock.now().toISOString() });
}
