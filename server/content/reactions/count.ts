/**
 * Likes and bookmarks as rows and as counters, which change in one statement: fifty at once by one person count one. What is
 * liked of a performer's counts for her too.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ReactionAction, ReactionObject } from '@contract/values';
import type { Context } from '../../platform/context';
import { comments, items, performers, reactions } from '../../platform/db/schema/schema';

/** What somebody does to what. */
export interface Reaction {
  objectType: ReactionObject;
  objectId: string;
  action: ReactionAction;
}

/** What somebody has done to an object, and how many like it. */
export interface ReactionState {
  isLiked: boolean;
  isBookmarked: boolean;
  totalLike: number;
}

const columnOf = { like: sql.raw('likes'), bookmark: sql.raw('bookmarks') } as const;

/** The statement that moves the counters of the objects in `changed`, a table expression with `object_id`, by `by`. */
function counting({ objectType, action }: Reaction, by: SQL): SQL {
  const column = columnOf[action];
  if (objectType === 'performer')
    return sql`update ${performers} set ${column} = ${column} + ${by} from changed where ${performers.accountId} = changed.object_id`;
  if (objectType === 'comment') {
    if (action === 'bookmark') return sql`select 1 from changed`;
    return sql`update ${comments} set likes = likes + ${by} from changed where ${comments.id} = changed.object_id`;
  }
  const item = sql`update ${items} set ${column} = ${column} + ${by} from changed where ${items.id} = changed.object_id`;
  if (action === 'bookmark') return item;
  return sql`, counted as (${item} returning performer_id)
    update ${performers} set likes = likes + ${by} from counted where ${performers.accountId} = counted.performer_id`;
}

/** Notes a like or a bookmark; nothing happens when it is there. Answers whether anything did. The object exists. */
export async function addReaction(ctx: Pick<Context, 'db' | 'chance' | 'clock'>, accountId: string, reaction: Reaction): Promise<boolean> {
  const { objectType, objectId, action } = reaction;
  const { rowCount } = await ctx.db.execute(sql`
    with changed as (
      insert into ${reactions} (id, account_id, object_type, object_id, action, created_at)
      values (${ctx.chance.id()}, ${accountId}, ${objectType}, ${objectId}, ${action}, ${ctx.clock.now()})
      on conflict (account_id, object_id, action, object_type) do nothing returning object_id
    ) ${counting(reaction, sql`1`)}`);
  return (rowCount ?? 0) > 0;
}

/** Takes it back; nothing happens when it is not there. */
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
    ) ${counting(reaction, sql`-1`)}`);
}

const likesOf = {
  performer: sql`select likes from ${performers} where account_id = `,
  comment: sql`select likes from ${comments} where id = `,
  item: sql`select likes from ${items} where id = `,
} as const;

/** What the account has done to the object, and how many like it; nobody likes what does not exist. */
export async function reactionState(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  { objectType, objectId }: Pick<Reaction, 'objectType' | 'objectId'>,
): Promise<ReactionState> {
  const rows = await ctx.db
    .select({ action: reactions.action })
    .from(reactions)
    .where(and(eq(reactions.accountId, accountId), eq(reactions.objectId, objectId), eq(reactions.objectType, objectType)));
  const counter = likesOf[objectType === 'performer' || objectType === 'comment' ? objectType : 'item'];
  const { rows: counted } = await ctx.db.execute<{ likes: number }>(sql`${counter} ${objectId}`);
  const done = new Set(rows.map(({ action }) => action));
  return { isLiked: done.has('like'), isBookmarked: done.has('bookmark'), totalLike: counted[0]?.likes ?? 0 };
}
