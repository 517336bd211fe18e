/** Comments on one thing, the newest first, and what can be done to them. Each change is seen at once wherever it is counted. */
import type { CommentObject } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { EndpointPages } from '@web/services/use-endpoint-pages';

export type Comment = AnswerOf<'POST /comments'>;

const pageSize = 12;

/** A thing with one comment more or less: each kind keeps the number in its own place. */
function withComments(thing: object, by: number): object {
  const counted = thing as { totalComment?: number; totalReply?: number; stats?: { comments?: number } };
  if (counted.totalComment !== undefined) return { ...thing, totalComment: counted.totalComment + by };
  if (counted.totalReply !== undefined) return { ...thing, totalReply: counted.totalReply + by };
  if (counted.stats?.comments === undefined) return thing;
  return { ...thing, stats: { ...counted.stats, comments: counted.stats.comments + by } };
}

export interface Comments extends EndpointPages<Comment> {
  /** Rejects with `Refused`. */
  write: (content: string) => Promise<void>;
}

export function useComments(objectType: CommentObject, objectId: string): Comments {
  const pages = useEndpointPages('GET /comments', { objectType, objectId, limit: pageSize });
  const change = useChangeKept();
  return {
    ...pages,
    write: async (content) => {
      await services.responses['POST /comments']({ body: { objectType, objectId, content } });
      change(objectId, (thing) => withComments(thing, 1));
      pages.retry();
    },
  };
}

export interface CommentChanges {
  /** Changes the words, and gives a picture where one is chosen. Rejects with `Refused`. */
  edit: (content: string, picture: Blob | undefined) => Promise<void>;
  /** Rejects with `Refused`. */
  remove: () => Promise<void>;
}

export function useCommentChanges({ _id: id, objectId }: Comment): CommentChanges {
  const change = useChangeKept();
  return {
    edit: async (content, picture) => {
      const changed = await services.responses['PUT /comments/:id']({ params: { id }, body: { content }, files: { file: picture } });
      change(id, () => changed);
    },
    remove: async () => {
      await services.responses['DELETE /comments/:id']({ params: { id } });
      change(id, (comment) => ({ ...comment, content: '', image: null, isDeleted: true, isMine: false, mayDelete: false }));
      change(objectId, (thing) => withComments(thing, -1));
    },
  };
}
