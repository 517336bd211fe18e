/**
 * The most common list of posts: the first page of all posts, at its default length and without filters. Planning this query costs more
 * than running it, so each connection plans it once.
 */
import { and, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { countUpTo, type ListKey } from '../../platform/db/paging';
import { prepared, type Prepared } from '../../platform/db/prepared';
import { items } from '../../platform/db/schema/content';
import type { Visitor, VisitorPlaceholders } from '../../people/blocking/blocking';
import { visibleItems } from '../items/visible';

const { placeholder } = sql;

/** One more than a page, to know whether there is a next one. */
export const firstLimit = limits.page.limitDefault + 1;

type Find = Prepared<Visitor & { now: string }, ListKey>;
const preparedFinds = new Map<string, Find>();

/** Constants are inlined: with parameters the planner would not use the index or assume that few rows are wanted. */
function prepareFor(name: string, visitor: VisitorPlaceholders): Find {
  const where = and(eq(items.kind, 'feed'), visibleItems(sql`${placeholder('now')}::timestamptz`, visitor));
  const total = countUpTo(items, where, limits.page.countedInSearchMax);
  const statement = sql`select ${items.id} as id, ${items.publishedAt}::text as value, ${total} as total from ${items} where ${where}
    order by ${items.publishedAt} desc, ${items.id} desc limit ${firstLimit}`;
  return prepared(name, statement.inlineParams());
}

/** The first `firstLimit` posts for this visitor, with the total. */
export function firstPosts(ctx: Context, { accountId, country }: Visitor): Promise<ListKey[]> {
  const name = `first_posts_${accountId === null ? 'guest' : 'member'}_${country === null ? 'anywhere' : 'somewhere'}`;
  const visitor = { accountId: accountId && placeholder('accountId'), country: country && placeholder('country') };
  const find = preparedFinds.get(name) ?? prepareFor(name, visitor);
  preparedFinds.set(name, find);
  return find(ctx.db, { accountId, country, now: ctx.clock.now().toISOString() });
}
