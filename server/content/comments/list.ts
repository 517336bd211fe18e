/** Comments on an item, and replies to a comment. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type responsesContract from '@contract/content/responses';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { comments } from '../../platform/db/schema/responses';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isVisibleToVisitor, visitorOf } from '../../people/blocking/blocking';
import { getUnlockedItem } from '../items/access';
import { commentResponses, type CommentResponse } from './rows';
import { getVisibleThread } from './access';

type Query = Parsed<(typeof responsesContract)['GET /comments']>['query'];

/** The SQL condition of the listed comments, after checking that the viewer may read them. */
async function listCondition(ctx: Context, actor: Actor | null, client: Client, { objectType, objectId }: Query) {
  if (objectType === 'comment') return eq(comments.parentId, (await getVisibleThread(ctx, actor, client, objectId)).id);
  const item = await getUnlockedItem(ctx, actor, client, objectType, objectId);
  return and(eq(comments.itemId, item.id), isNull(comments.parentId));
}

/**
 * Lists comments, newest first by default. Comments are left out if their author blocks the viewer or is blocked by the viewer.
 * Rejects with the object's `…_not_found`, blocked_by_performer and content_locked.
 */
export async function listComments(ctx: Context, actor: Actor | null, client: Client, query: Query): Promise<Page<CommentResponse>> {
  const source = ctx.db
    .select({ id: comments.id, createdAt: comments.createdAt })
    .from(comments)
    .where(
      and(
        await listCondition(ctx, actor, client, query),
        isNull(comments.hiddenAt),
        isVisibleToVisitor(comments.authorId, visitorOf(actor, client)),
        query.q === undefined ? undefined : contains(comments.content, query.q),
      ),
    )
    .as('found');
  // Sorted by creation, so that an edit does not move a comment to the top.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => commentResponses(ctx, actor, ids));
}
