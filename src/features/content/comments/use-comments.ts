/** The comments on an item, newest first, and the actions on them. Each change updates every cached comment count immediately. */
import type { CommentObject } from '@contract/kernel/values/content';
import type { ResponseOf } from '@web/services/call';
import { commentsRequest } from './requests';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { EndpointPages } from '@web/services/use-endpoint-pages';

export type Comment = ResponseOf<'POST /comments'>;

/** A copy of an item with its comment count changed by `delta`; the field differs by kind of item. */
function addToCommentCount(item: object, delta: number): object {
  const counted = item as { totalComment?: number; totalReply?: number; stats?: { comments?: number } };
  if (counted.totalComment !== undefined) return { ...item, totalComment: counted.totalComment + delta };
  if (counted.totalReply !== undefined) return { ...item, totalReply: counted.totalReply + delta };
  if (counted.stats?.comments === undefined) return item;
  return { ...item, stats: { ...counted.stats, comments: counted.stats.comments + delta } };
}

export interface Comments extends EndpointPages<Comment> {
  /** Rejects with `ApiError`. */
  post: (content: string) => Promise<void>;
}

export function useComments(objectType: CommentObject, objectId: string): Comments {
  const pages = useEndpointPages('GET /comments', commentsRequest(objectType, objectId).query);
  const change = useUpdateCached();
  return {
    ...pages,
    post: async (content) => {
      await services.responses['POST /comments']({ body: { objectType, objectId, content } });
      change(objectId, (item) => addToCommentCount(item, 1));
      pages.retry();
    },
  };
}

export interface CommentChanges {
  /** Changes the text, and the picture if a new one is selected. Rejects with `ApiError`. */
  edit: (content: string, picture: Blob | undefined) => Promise<void>;
  /** Rejects with `ApiError`. */
  remove: () => Promise<void>;
}

export function useCommentChanges({ _id: id, objectId }: Comment): CommentChanges {
  const change = useUpdateCached();
  return {
    edit: async (content, picture) => {
      const changed = await services.responses['PUT /comments/:id']({ params: { id }, body: { content }, files: { file: picture } });
      change(id, () => changed);
    },
    remove: async () => {
      await services.responses['DELETE /comments/:id']({ params: { id } });
      change(id, (comment) => ({ ...comment, content: '', image: null, isDeleted: true, isMine: false, mayDelete: false }));
      change(objectId, (item) => addToCommentCount(item, -1));
    },
  };
}
