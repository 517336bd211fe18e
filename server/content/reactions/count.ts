/**
 * Likes and bookmarks as rows and as counters. Both change in one statement, so concurrent requests of one person count once. Likes of
 * items also count for their performer.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ReactionAction, ReactionObject } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { performers } from '../../platform/db/schema/performers';
import { comments, reactions } from '../../platform/db/schema/responses';

/** A reaction to an object. */
export interface Reaction {
  objectType: ReactionObject;
  objectId: string;
  action: ReactionAction;
}

/** An account's reactions to an object, and the number of likes. */
export interface ReactionState {
  isLiked: boolean;
  isBookmarked: boolean;
  totalLike: number;
}

const columnOf = { like: sql.raw('likes'), bookmark: sql.raw('bookmarks') } as const;

/** The statement that changes the counters of the objects in `changed`, a table expression with `object_id`, by `delta`. */
function updateCounters({ objectType, action }: Reaction, delta: SQL): SQL {
  const column = columnOf[action];
  if (objectType === 'performer')
    return sql`update ${performers} set ${column} = ${column} + ${delta} from changed where ${performers.accountId} = changed.object_id`;
  if (objectType === 'comment') {
    if (action === 'bookmark') return sql`select 1 from changed`;
    return sql`update ${comments} set likes = likes + ${delta} from changed where ${comments.id} = changed.object_id`;
  }
  const updateItem = sql`update ${items} set ${column} = ${column} + ${delta} from changed where ${items.id} = changed.object_id`;
  if (action === 'bookmark') return updateItem;
  return sql`, counted as (${updateItem} returning performer_id)
    update ${performers} set likes = likes + ${delta} from counted where ${performers.accountId} = counted.performer_id`;
}

/** Adds a like or a bookmark, if it does not exist. Returns whether it was added. The caller has checked that the object exists. */
export async function addReaction(ctx: Pick<Context, 'db' | 'random' | 'clock'>, accountId: string, reaction: Reaction): Promise<boolean> {
  const { objectType, objectId, action } = reaction;
  const { rowCount } = await ctx.db.execute(sql`
    with changed as (
      insert into ${reactions} (id, account_id, object_type, object_id, action, created_at)
      values (${ctx.random.id()}, ${accountId}, ${objectType}, ${objectId}, ${action}, ${ctx.clock.now()})
      on conflict (account_id, object_id, action, object_type) do nothing returning object_id
    ) ${updateCounters(reaction, sql`1`)}`);
  return (rowCount ?? 0) > 0;
}

/** Removes a like or a bookmark, if it exists. */
export async function removeReaction(ctx: Pick<Context, 'db'>, accountId: string, reaction: Reaction): Promise<void> {
  const { objectType, objectId, action } = reaction;
  await ctx.db.execute(sql`
    with changed as (
      delete from ${reactions} where ${and(
        eq(reactions.accountId, accountId),
        eq(reactions.objectId, objectId),
        eq(reactions.action, action),
        eq(reactions.objectType, objectType),
      )} returning object_id
    ) ${updateCounters(reaction, sql`-1`)}`);
}

const likesOf = {
  performer: sql`select likes from ${performers} where account_id = `,
  comment: sql`select likes from ${comments} where id = `,
  item: sql`select likes from ${items} where id = `,
} as const;

/** The account's reactions to an object, and its number of likes, which is 0 for a missing object. */
export async function reactionState(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  { objectType, objectId }: Pick<Reaction, 'objectType' | 'objectId'>,
): Promise<ReactionState> {
  const rows = await ctx.db
    .select({ action: reactions.action })
    .from(reactions)
    .where(and(eq(reactions.accountId, accountId), eq(reactions.objectId, objectId), eq(reactions.objectType, objectType)));
  const likesQuery = likesOf[objectType === 'performer' || objectType === 'comment' ? objectType : 'item'];
  const { rows: counted } = await ctx.db.execute<{ likes: number }>(sql`${likesQuery} ${objectId}`);
  const actions = new Set(rows.map(({ action }) => action));
  return { isLiked: actions.has('like'), isBookmarked: actions.has('bookmark'), totalLike: counted[0]?.likes ?? 0 };
}
