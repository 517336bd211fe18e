/** Comments as they leave the host: three queries for any number of them. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Comment } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { comments } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import { filesById } from '../../platform/media/claims';
import { fileAnswer } from '../../platform/media/files';
import { peopleByIds } from '../../modules/people/people';
import { hasReacted } from '../reactions/reactions';
import { mayDo } from '../../platform/rights';
import type { CommentRow } from '../../modules/comments/see';

export type CommentAnswer = z.output<typeof Comment>;
type Reader = Pick<Actor, 'id' | 'rights'> | null;

/** Whether the reader may delete it: its author, the owner of what it is about, and operators. */
export const mayDelete = (reader: Reader, { authorId, performerId }: Pick<CommentRow, 'authorId' | 'performerId'>): boolean =>
  reader !== null && (mayDo(reader, 'content.moderate') || reader.id === authorId || reader.id === performerId);

/** Comments by id for a reader who may see what they are about. */
export async function commentAnswers(ctx: Context, reader: Reader, ids: readonly string[]): Promise<Map<string, CommentAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ comment: comments, isLiked: hasReacted(comments.id, reader?.id ?? null, 'comment', 'like') })
    .from(comments)
    .where(inArray(comments.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ comment }) => comment.authorId))]);
  const pictures = await filesById(
    ctx,
    rows.flatMap(({ comment }) => comment.imageId ?? []),
  );
  return new Map(
    rows.flatMap(({ comment, isLiked }) => {
      const creator = people.get(comment.authorId);
      if (!creator) return [];
      const image = comment.imageId === null ? undefined : pictures.get(comment.imageId);
      const isDeleted = comment.deletedAt !== null;
      const answer: CommentAnswer = {
        _id: comment.id,
        objectType: comment.objectType,
        objectId: comment.parentId ?? comment.itemId,
        content: comment.content,
        image: image ? fileAnswer(ctx, image, reader) : null,
        creator,
        totalLike: comment.likes,
        totalReply: comment.replies,
        isLiked,
        isMine: reader?.id === comment.authorId,
        mayDelete: !isDeleted && mayDelete(reader, comment),
        isEdited: comment.isEdited,
        isDeleted,
        createdAt: comment.createdAt,
        updatedAt: comment.updatedAt,
      };
      return [[comment.id, answer] as const];
    }),
  );
}
