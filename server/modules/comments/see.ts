/** One comment, looked at by somebody: it is seen as the thing that it is about, unless a block stands between reader and author. */
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { ItemKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { comments, items } from '../../platform/db/schema/schema';
import type { Entitlement } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isMet } from '../../people/blocking/blocking';
import { entitlementToItem, itemToUse } from '../items/items';
import { mayDo } from '../../platform/rights';

export type CommentRow = typeof comments.$inferSelect;
/** With the kind of the item that it stands below; photos have no comments. */
export type SeenComment = CommentRow & { itemKind: Exclude<ItemKind, 'photo'> };
type Viewer = Pick<Actor, 'id' | 'rights'> | null;
type Country = Pick<Client, 'country'>;

async function commentWhere(ctx: Pick<Context, 'db'>, condition: SQL | undefined): Promise<SeenComment | null> {
  const [row] = await ctx.db
    .select({ comment: comments, itemKind: items.kind })
    .from(comments)
    .innerJoin(items, eq(items.id, comments.itemId))
    .where(condition);
  if (!row) return null;
  const { comment, itemKind } = row;
  if (itemKind === 'photo') throw new Error(`comment ${comment.id} stands below a photo`);
  return { ...comment, itemKind };
}

async function isKeptFrom(ctx: Context, viewer: Viewer, { country }: Country, { authorId }: CommentRow): Promise<boolean> {
  if (viewer !== null && (viewer.id === authorId || mayDo(viewer, 'content.moderate'))) return false;
  return !(await isMet(ctx, { accountId: viewer?.id ?? null, country }, authorId));
}

async function seen(ctx: Context, viewer: Viewer, client: Country, condition: SQL | undefined): Promise<SeenComment> {
  const row = await commentWhere(ctx, condition);
  if (!row || (await isKeptFrom(ctx, viewer, client, row))) return fail('comment_not_found');
  await itemToUse(ctx, viewer, client, row.itemKind, row.itemId);
  return row;
}

/** The condition that a comment is neither deleted nor hidden. */
const isThere = (id: string): SQL | undefined => and(eq(comments.id, id), isNull(comments.deletedAt), isNull(comments.hiddenAt));

/** A comment that this visitor may read. Refuses with comment_not_found, and as its item does, also with content_locked. */
export const commentToSee = (ctx: Context, viewer: Viewer, client: Country, id: string): Promise<SeenComment> =>
  seen(ctx, viewer, client, isThere(id));

/** The same for whoever reads its answers: they stay when it was deleted. */
export const threadToSee = (ctx: Context, viewer: Viewer, client: Country, id: string): Promise<CommentRow> =>
  seen(ctx, viewer, client, and(eq(comments.id, id), isNull(comments.hiddenAt)));

/** What a visitor may do with what stands in a comment: what she may do with its item; `closed` also when there is no comment. */
export async function entitlementToComment(ctx: Context, viewer: Viewer, client: Country, id: string): Promise<Entitlement> {
  const row = await commentWhere(ctx, isThere(id));
  if (!row || (await isKeptFrom(ctx, viewer, client, row))) return { state: 'closed' };
  return entitlementToItem(ctx, viewer, client, row.itemId);
}
