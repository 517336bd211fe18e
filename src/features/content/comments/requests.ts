/** API queries of comments. Public pages load the first comments on the server. */
import type { CommentObject } from '@contract/kernel/values/content';
import type { LoadContext } from '@web/services/load-context';

const pageSize = 12;

export const commentsRequest = (objectType: CommentObject, objectId: string) => ({ query: { objectType, objectId, limit: pageSize } });

/**
 * Loads the first comments on an item on the server, so that a guest's browser needs no HTTP client for them. Locked items have
 * no readable comments. If this fails, the browser requests them again and shows the error.
 */
export async function readComments(
  { read }: Pick<LoadContext, 'read'>,
  objectType: CommentObject,
  { _id, isLocked }: { _id: string; isLocked: boolean },
): Promise<void> {
  if (!isLocked) await read('GET /comments', commentsRequest(objectType, _id)).catch(() => undefined);
}
