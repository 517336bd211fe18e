/** Comments as API responses: three queries for any number of them. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Comment } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { comments } from '../../platform/db/schema/responses';
import type { Actor } from '../../platform/http/actor';
import { filesById } from '../../platform/media/claims';
import { fileResponse } from '../../platform/media/files';
import { peopleByIds } from '../../people/people/rows';
import { hasReacted } from '../reactions/reactions';
import { hasRight } from '../../platform/rights';
import type { CommentRow } from './access';

export type CommentResponse = z.output<typeof Comment>;
type CommentViewer = Pick<Actor, 'id' | 'rights'> | null;

/** Whether the viewer may delete it: its author, the owner of the item, and operators. */
export const mayDelete = (viewer: CommentViewer, { authorId, performerId }: Pick<CommentRow, 'authorId' | 'performerId'>): boolean =>
  viewer !== null && (hasRight(viewer, 'content.moderate') || viewer.id === authorId || viewer.id === performerId);

/** Comments by id for a viewer who may see their items. */
export async function commentResponses(ctx: Context, viewer: CommentViewer, ids: readonly string[]): Promise<Map<string, CommentResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ comment: comments, isLiked: hasReacted(comments.id, viewer?.id ?? null, 'comment', 'like') })
    .from(comments)
    .where(inArray(comments.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ comment }) => comment.authorId))]);
  const images = await filesById(
    ctx,
    rows.flatMap(({ comment }) => comment.imageId ?? []),
  );
  return new Map(
    rows.flatMap(({ comment, isLiked }) => {
      const creator = people.get(comment.authorId);
      if (!creator) return [];
      const image = comment.imageId === null ? undefined : images.get(comment.imageId);
      const isDeleted = comment.deletedAt !== null;
      const response: CommentResponse = {
        _id: comment.id,
        objectType: comment.objectType,
        objectId: comment.parentId ?? comment.itemId,
        content: comment.content,
        image: image ? fileResponse(ctx, image, viewer) : null,
        creator,
        totalLike: comment.likes,
        totalReply: comment.replies,
        isLiked,
        isMine: viewer?.id === comment.authorId,
        mayDelete: !isDeleted && mayDelete(viewer, comment),
        isEdited: comment.isEdited,
        isDeleted,
        createdAt: comment.createdAt,
        updatedAt: comment.updatedAt,
      };
      return [[comment.id, response] as const];
    }),
  );
}
