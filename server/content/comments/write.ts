/**
 * Creating, changing and deleting comments. Counters change in the same transaction: an item counts its comments, a comment its
 * replies. A deleted comment with replies is kept without its text until its last reply is deleted.
 */
import { and, eq, gt, isNull, isNotNull, lte, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type responsesContract from '@contract/content/responses';
import { inTransaction, type Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { comments, reactions } from '../../platform/db/schema/responses';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { ReceivedFile } from '../../platform/http/uploads';
import { claimFiles, detachFiles } from '../../platform/media/claims';
import { removeFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import type { FileUse } from '../../platform/media/uses';
import { itemLink, itemLabel, quoteExcerpt } from '../../platform/notification-texts';
import { getUnlockedItem } from '../items/access';
import { notify } from '../../people/notifications/notify';
import { reportFlaggedWords } from '../../people/flagging/flagging';
import { setCommentHidden } from './hide';
import { commentResponses, mayDelete, type CommentResponse } from './rows';
import { getVisibleComment, entitlementToComment, type CommentRow, type CommentWithItemKind } from './access';

type NewComment = Parsed<(typeof responsesContract)['POST /comments']>['body'];

const usedBy = (id: string): FileUse => ({ kind: 'comment', id });

/** The item that is commented on, or the comment that is replied to. */
interface CommentTarget {
  columns: Pick<CommentRow, 'itemId' | 'parentId' | 'performerId'>;
  itemKind: CommentWithItemKind['itemKind'];
  /** The owner of the item, or the author of the comment that is replied to. */
  ownerId: string;
}

/** Resolves what a new comment is about. Rejects if the actor may not comment on it. */
async function resolveTarget(ctx: Context, actor: Actor, client: Client, { objectType, objectId }: NewComment): Promise<CommentTarget> {
  if (objectType !== 'comment') {
    const { id: itemId, performerId } = await getUnlockedItem(ctx, actor, client, objectType, objectId);
    return { columns: { itemId, parentId: null, performerId }, itemKind: objectType, ownerId: performerId };
  }
  const parent = await getVisibleComment(ctx, actor, client, objectId);
  if (parent.parentId !== null) return fail('reply_too_deep');
  const { itemId, itemKind, performerId, authorId } = parent;
  return { columns: { itemId, parentId: parent.id, performerId }, itemKind, ownerId: authorId };
}

/** Notifies the owner of the item about a comment, and the author of a comment about a reply. */
async function notifyOwner(
  tx: Context,
  id: string,
  authorId: string,
  content: string,
  { columns, itemKind, ownerId }: CommentTarget,
): Promise<void> {
  const isReply = columns.parentId !== null;
  await notify(tx, ownerId, {
    type: isReply ? 'reply' : 'comment',
    actorId: authorId,
    text: `${isReply ? 'replied to your comment' : `commented on your ${itemLabel[itemKind]}`}: ${quoteExcerpt(content)}`,
    link: `${itemLink(itemKind, columns.itemId)}#comments`,
    event: `comment:${id}`,
  });
}

async function countReply(tx: Context, parentId: string): Promise<void> {
  const counted = await tx.db
    .update(comments)
    .set({ replies: sql`${comments.replies} + 1` })
    .where(and(eq(comments.id, parentId), isNull(comments.deletedAt), isNull(comments.hiddenAt)))
    .returning({ id: comments.id });
  // The comment was deleted in the meantime.
  if (counted.length === 0) fail('comment_not_found');
}

async function countComment(tx: Context, itemId: string, delta: 1 | -1): Promise<void> {
  await tx.db
    .update(items)
    .set({ comments: sql`${items.comments} + ${delta}` })
    .where(eq(items.id, itemId));
}

async function commentResponse(ctx: Context, actor: Actor, id: string): Promise<CommentResponse> {
  return (await commentResponses(ctx, actor, [id])).get(id) ?? fail('comment_not_found');
}

/** Comments on an item, or replies to a comment, and notifies its owner. Rejects with the errors of POST /comments. */
export async function addComment(ctx: Context, actor: Actor, client: Client, body: NewComment): Promise<CommentResponse> {
  const target = await resolveTarget(ctx, actor, client, body);
  const { columns } = target;
  const id = ctx.random.id();
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    if (columns.parentId === null) await countComment(tx, columns.itemId, 1);
    else await countReply(tx, columns.parentId);
    await tx.db.insert(comments).values({
      id,
      objectType: body.objectType,
      ...columns,
      authorId: actor.id,
      content: body.content,
      createdAt: now,
      updatedAt: now,
    });
    await notifyOwner(tx, id, actor.id, body.content, target);
    await reportFlaggedWords(tx, { target: 'comment', targetId: id, ownerId: actor.id });
  });
  return commentResponse(ctx, actor, id);
}

async function lockComment(tx: Context, id: string): Promise<CommentRow> {
  const [row] = await tx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(comments.hiddenAt)))
    .for('update');
  return row ?? fail('comment_not_found');
}

/** Writes the text, and the image if there is one. Returns the id of the replaced image. */
async function writeComment(tx: Context, actor: Actor, id: string, content: string, newImageId: string | null): Promise<string | null> {
  const before = await lockComment(tx, id);
  if (newImageId !== null) {
    await claimFiles(tx, { ownerId: actor.id, ids: [newImageId], types: ['comment-image'], usedBy: usedBy(id) });
    if (before.imageId !== null) await detachFiles(tx, [before.imageId], usedBy(id));
  }
  await tx.db
    .update(comments)
    .set({ content, isEdited: true, updatedAt: tx.clock.now(), ...(newImageId !== null && { imageId: newImageId }) })
    .where(eq(comments.id, id));
  await reportFlaggedWords(tx, { target: 'comment', targetId: id, ownerId: actor.id });
  return newImageId === null ? null : before.imageId;
}

/**
 * Changes the actor's comment, and attaches an image that is as visible as the item. Rejects with comment_not_found, also when its
 * author may no longer see the item, with not_owner, and with the errors of an upload.
 */
export async function changeComment(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  content: string,
  file: ReceivedFile | undefined,
): Promise<CommentResponse> {
  const { state } = await entitlementToComment(ctx, actor, client, id);
  if (state !== 'open') return fail('comment_not_found');
  const [row] = await ctx.db.select({ authorId: comments.authorId }).from(comments).where(eq(comments.id, id));
  if (row?.authorId !== actor.id) return fail('not_owner');
  const newImage = file === undefined ? null : await storeMedia(ctx, { ownerId: actor.id, type: 'comment-image', file });
  const replaced = await inTransaction(ctx, (tx) => writeComment(tx, actor, id, content, newImage?.id ?? null));
  if (replaced !== null) await removeFile(ctx, replaced);
  return commentResponse(ctx, actor, id);
}

/** Deletes the row of a comment and its likes. */
async function deleteRow(tx: Context, id: string): Promise<void> {
  await tx.db.delete(reactions).where(and(eq(reactions.objectType, 'comment'), eq(reactions.objectId, id)));
  await tx.db.delete(comments).where(eq(comments.id, id));
}

/** Subtracts a reply from its comment. Deletes that comment too if it was already deleted and this was its last reply. */
async function removeFromParent(tx: Context, parentId: string): Promise<void> {
  await tx.db
    .update(comments)
    .set({ replies: sql`${comments.replies} - 1` })
    .where(and(eq(comments.id, parentId), gt(comments.replies, 0)));
  const isEmptyTombstone = and(eq(comments.id, parentId), isNotNull(comments.deletedAt), lte(comments.replies, 0));
  const [tombstone] = await tx.db.select({ id: comments.id }).from(comments).where(isEmptyTombstone).for('update');
  if (tombstone) await deleteRow(tx, tombstone.id);
}

/** Deletes a comment, for its author, the owner of the item and operators. Rejects with comment_not_found and not_owner. */
export async function removeComment(ctx: Context, actor: Pick<Actor, 'id' | 'rights'>, id: string): Promise<void> {
  const imageId = await inTransaction(ctx, async (tx) => {
    const row = await lockComment(tx, id);
    if (!mayDelete(actor, row)) return fail('not_owner');
    return deleteLocked(tx, row);
  });
  if (imageId !== null) await removeFile(ctx, imageId);
}

/**
 * Deletes a comment in the transaction of `tx` without a permission check. Returns its image, to be removed after the transaction.
 * Rejects with comment_not_found.
 */
export async function dropComment(tx: Context, id: string): Promise<string | null> {
  // A hidden comment was already subtracted from the counters, so restore it first.
  await setCommentHidden(tx, id, false);
  return deleteLocked(tx, await lockComment(tx, id));
}

/** Deletes a locked comment, or only its text while it has replies. Returns its detached image. */
async function deleteLocked(tx: Context, row: CommentRow): Promise<string | null> {
  const { id } = row;
  if (row.imageId !== null) await detachFiles(tx, [row.imageId], usedBy(id));
  if (row.replies > 0) {
    const cleared = { content: '', imageId: null, isEdited: false };
    await tx.db
      .update(comments)
      .set({ ...cleared, deletedAt: tx.clock.now(), updatedAt: tx.clock.now() })
      .where(eq(comments.id, id));
  } else await deleteRow(tx, id);
  if (row.parentId === null) await countComment(tx, row.itemId, -1);
  else await removeFromParent(tx, row.parentId);
  return row.imageId;
}
