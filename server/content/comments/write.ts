/**
 * Writing, changing and deleting comments. Counters move in the same transaction: an item counts the comments on it, a comment
 * its answers. A deleted comment that was answered stays without its words until its last answer goes.
 */
import { and, eq, gt, isNull, isNotNull, lte, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type responsesContract from '@contract/content/responses';
import { inTransaction, type Context } from '../../platform/context';
import { comments, items, reactions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { ReceivedFile } from '../../platform/http/uploads';
import { claimFiles, detachFiles } from '../../platform/media/claims';
import { removeFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { itemLink, itemWord, quoted } from '../../platform/notification-texts';
import { itemToUse } from '../../modules/items/items';
import { notify } from '../../people/notifications/notifications';
import { flag } from '../../safety/reports/reports';
import { setCommentHidden } from './hide';
import { commentAnswers, mayDelete, type CommentAnswer } from './rows';
import { commentToSee, entitlementToComment, type CommentRow, type SeenComment } from '../../modules/comments/see';

type NewComment = Parsed<(typeof responsesContract)['POST /comments']>['body'];

const usedBy = (id: string): string => `comment:${id}`;

/** What a comment is about. */
interface Subject {
  about: Pick<CommentRow, 'itemId' | 'parentId' | 'performerId'>;
  itemKind: SeenComment['itemKind'];
  /** Whose the thing or the comment is that it answers. */
  ownerId: string;
}

/** What a comment is about, as far as its author may answer it. */
async function subjectOf(ctx: Context, actor: Actor, client: Client, { objectType, objectId }: NewComment): Promise<Subject> {
  if (objectType !== 'comment') {
    const { id: itemId, performerId } = await itemToUse(ctx, actor, client, objectType, objectId);
    return { about: { itemId, parentId: null, performerId }, itemKind: objectType, ownerId: performerId };
  }
  const parent = await commentToSee(ctx, actor, client, objectId);
  if (parent.parentId !== null) return fail('reply_too_deep');
  const { itemId, itemKind, performerId, authorId } = parent;
  return { about: { itemId, parentId: parent.id, performerId }, itemKind, ownerId: authorId };
}

/** Tells whose the thing is of a comment on it, and the author of a comment of an answer. */
async function tellOwner(tx: Context, id: string, authorId: string, content: string, { about, itemKind, ownerId }: Subject): Promise<void> {
  const isReply = about.parentId !== null;
  await notify(tx, ownerId, {
    type: isReply ? 'reply' : 'comment',
    actorId: authorId,
    text: `${isReply ? 'answered your comment' : `commented on your ${itemWord[itemKind]}`}: ${quoted(content)}`,
    link: `${itemLink(itemKind, about.itemId)}#comments`,
    event: `comment:${id}`,
  });
}

async function countReply(tx: Context, parentId: string): Promise<void> {
  const counted = await tx.db
    .update(comments)
    .set({ replies: sql`${comments.replies} + 1` })
    .where(and(eq(comments.id, parentId), isNull(comments.deletedAt), isNull(comments.hiddenAt)))
    .returning({ id: comments.id });
  // It was deleted a moment ago.
  if (counted.length === 0) fail('comment_not_found');
}

async function countComment(tx: Context, itemId: string, by: 1 | -1): Promise<void> {
  await tx.db
    .update(items)
    .set({ comments: sql`${items.comments} + ${by}` })
    .where(eq(items.id, itemId));
}

async function answered(ctx: Context, actor: Actor, id: string): Promise<CommentAnswer> {
  return (await commentAnswers(ctx, actor, [id])).get(id) ?? fail('comment_not_found');
}

/** Comments on something, or answers a comment, and tells whose it is. Refuses as POST /comments says. */
export async function addComment(ctx: Context, actor: Actor, client: Client, body: NewComment): Promise<CommentAnswer> {
  const subject = await subjectOf(ctx, actor, client, body);
  const { about } = subject;
  const id = ctx.chance.id();
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    if (about.parentId === null) await countComment(tx, about.itemId, 1);
    else await countReply(tx, about.parentId);
    await tx.db.insert(comments).values({
      id,
      objectType: body.objectType,
      ...about,
      authorId: actor.id,
      content: body.content,
      createdAt: now,
      updatedAt: now,
    });
    await tellOwner(tx, id, actor.id, body.content, subject);
    await flag(tx, { target: 'comment', targetId: id, ownerId: actor.id });
  });
  return answered(ctx, actor, id);
}

async function lockComment(tx: Context, id: string): Promise<CommentRow> {
  const [row] = await tx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(comments.hiddenAt)))
    .for('update');
  return row ?? fail('comment_not_found');
}

/** Puts the words, and the picture where one comes, in their place. Answers the picture that it replaced. */
async function put(tx: Context, actor: Actor, id: string, content: string, pictureId: string | null): Promise<string | null> {
  const before = await lockComment(tx, id);
  if (pictureId !== null) {
    await claimFiles(tx, { ownerId: actor.id, ids: [pictureId], types: ['comment-image'], usedBy: usedBy(id) });
    if (before.imageId !== null) await detachFiles(tx, [before.imageId], usedBy(id));
  }
  await tx.db
    .update(comments)
    .set({ content, isEdited: true, updatedAt: tx.clock.now(), ...(pictureId !== null && { imageId: pictureId }) })
    .where(eq(comments.id, id));
  await flag(tx, { target: 'comment', targetId: id, ownerId: actor.id });
  return pictureId === null ? null : before.imageId;
}

/**
 * Changes an own comment, and gives it a picture that is seen as the object is. Refuses with comment_not_found, also where its
 * author may no longer see what it is about, with not_owner, and as an upload does.
 */
export async function changeComment(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  content: string,
  file: ReceivedFile | undefined,
): Promise<CommentAnswer> {
  const { state } = await entitlementToComment(ctx, actor, client, id);
  if (state !== 'open') return fail('comment_not_found');
  const [row] = await ctx.db.select({ authorId: comments.authorId }).from(comments).where(eq(comments.id, id));
  if (row?.authorId !== actor.id) return fail('not_owner');
  const picture = file === undefined ? null : await storeMedia(ctx, { ownerId: actor.id, type: 'comment-image', file });
  const replaced = await inTransaction(ctx, (tx) => put(tx, actor, id, content, picture?.id ?? null));
  if (replaced !== null) await removeFile(ctx, replaced);
  return answered(ctx, actor, id);
}

/** Takes a row away, with what people liked of it. */
async function erase(tx: Context, id: string): Promise<void> {
  await tx.db.delete(reactions).where(and(eq(reactions.objectType, 'comment'), eq(reactions.objectId, id)));
  await tx.db.delete(comments).where(eq(comments.id, id));
}

/** Takes an answer from its comment, and that with it when it was deleted before and this was its last answer. */
async function leaveParent(tx: Context, parentId: string): Promise<void> {
  await tx.db
    .update(comments)
    .set({ replies: sql`${comments.replies} - 1` })
    .where(and(eq(comments.id, parentId), gt(comments.replies, 0)));
  const empty = and(eq(comments.id, parentId), isNotNull(comments.deletedAt), lte(comments.replies, 0));
  const [over] = await tx.db.select({ id: comments.id }).from(comments).where(empty).for('update');
  if (over) await erase(tx, over.id);
}

/** Deletes a comment: its author, the owner of what it is about, operators. Refuses with comment_not_found and not_owner. */
export async function removeComment(ctx: Context, actor: Pick<Actor, 'id' | 'rights'>, id: string): Promise<void> {
  const imageId = await inTransaction(ctx, async (tx) => {
    const row = await lockComment(tx, id);
    if (!mayDelete(actor, row)) return fail('not_owner');
    return drop(tx, row);
  });
  if (imageId !== null) await removeFile(ctx, imageId);
}

/** Deletes a comment in the transaction of `tx`, whoever asks. Answers its picture, to be removed after it. Refuses with comment_not_found. */
export async function dropComment(tx: Context, id: string): Promise<string | null> {
  // One that was taken down has left its counters already: it comes back to them first.
  await setCommentHidden(tx, id, false);
  return drop(tx, await lockComment(tx, id));
}

async function drop(tx: Context, row: CommentRow): Promise<string | null> {
  const { id } = row;
  if (row.imageId !== null) await detachFiles(tx, [row.imageId], usedBy(id));
  if (row.replies > 0) {
    const words = { content: '', imageId: null, isEdited: false };
    await tx.db
      .update(comments)
      .set({ ...words, deletedAt: tx.clock.now(), updatedAt: tx.clock.now() })
      .where(eq(comments.id, id));
  } else await erase(tx, id);
  if (row.parentId === null) await countComment(tx, row.itemId, -1);
  else await leaveParent(tx, row.parentId);
  return row.imageId;
}
