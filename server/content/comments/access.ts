/** Visibility of a comment: it follows that of its item, unless there is a block between viewer and author. */
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { ItemKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { comments } from '../../platform/db/schema/responses';
import type { Entitlement } from '../entitlements/entitlements';
import type { FileRule } from '../entitlements/files';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { canVisitorSee } from '../../people/blocking/blocking';
import { entitlementToItem, getUnlockedItem } from '../items/access';
import { hasRight } from '../../platform/rights';

export type CommentRow = typeof comments.$inferSelect;
/** With the kind of its item; photos have no comments. */
export type CommentWithItemKind = CommentRow & { itemKind: Exclude<ItemKind, 'photo'> };
type Viewer = Pick<Actor, 'id' | 'rights'> | null;
type Country = Pick<Client, 'country'>;

async function findComment(ctx: Pick<Context, 'db'>, condition: SQL | undefined): Promise<CommentWithItemKind | null> {
  const [row] = await ctx.db
    .select({ comment: comments, itemKind: items.kind })
    .from(comments)
    .innerJoin(items, eq(items.id, comments.itemId))
    .where(condition);
  if (!row) return null;
  const { comment, itemKind } = row;
  if (itemKind === 'photo') throw new Error(`comment ${comment.id} is attached to a photo`);
  return { ...comment, itemKind };
}

async function isBlockedFrom(ctx: Context, viewer: Viewer, { country }: Country, { authorId }: CommentRow): Promise<boolean> {
  if (viewer !== null && (viewer.id === authorId || hasRight(viewer, 'content.moderate'))) return false;
  return !(await canVisitorSee(ctx, { accountId: viewer?.id ?? null, country }, authorId));
}

async function visibleComment(ctx: Context, viewer: Viewer, client: Country, condition: SQL | undefined): Promise<CommentWithItemKind> {
  const row = await findComment(ctx, condition);
  if (!row || (await isBlockedFrom(ctx, viewer, client, row))) return fail('comment_not_found');
  await getUnlockedItem(ctx, viewer, client, row.itemKind, row.itemId);
  return row;
}

/** Matches the comment unless it is deleted or hidden. */
const isPresent = (id: string): SQL | undefined => and(eq(comments.id, id), isNull(comments.deletedAt), isNull(comments.hiddenAt));

/** A comment that this viewer may read. Rejects with comment_not_found, and with the errors of its item, including content_locked. */
export const getVisibleComment = (ctx: Context, viewer: Viewer, client: Country, id: string): Promise<CommentWithItemKind> =>
  visibleComment(ctx, viewer, client, isPresent(id));

/** The same for reading its replies, which remain after the comment was deleted. */
export const getVisibleThread = (ctx: Context, viewer: Viewer, client: Country, id: string): Promise<CommentRow> =>
  visibleComment(ctx, viewer, client, and(eq(comments.id, id), isNull(comments.hiddenAt)));

/** The entitlement to the files of a comment, which is that to its item; `closed` also when there is no comment. */
export async function entitlementToComment(ctx: Context, viewer: Viewer, client: Country, id: string): Promise<Entitlement> {
  const row = await findComment(ctx, isPresent(id));
  if (!row || (await isBlockedFrom(ctx, viewer, client, row))) return { state: 'closed' };
  return entitlementToItem(ctx, viewer, client, row.itemId);
}

/** The image of a comment is visible to anyone who can see the comment. */
export const commentFileRule: FileRule = async (ctx, viewer, client, row) =>
  (await entitlementToComment(ctx, viewer, client, row.attachedId)).state;
