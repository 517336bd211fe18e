/** Comments on something, and answers to one. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type responsesContract from '@contract/content/responses';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { comments } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { metBy, visitorOf } from '../../people/blocking/blocking';
import { itemToUse } from '../items/items';
import { commentAnswers, type CommentAnswer } from '../../content/comments/rows';
import { threadToSee } from './see';

type Query = Parsed<(typeof responsesContract)['GET /comments']>['query'];

/** The condition of what is listed, once it is certain that the visitor may read it. */
async function below(ctx: Context, actor: Actor | null, client: Client, { objectType, objectId }: Query) {
  if (objectType === 'comment') return eq(comments.parentId, (await threadToSee(ctx, actor, client, objectId)).id);
  const item = await itemToUse(ctx, actor, client, objectType, objectId);
  return and(eq(comments.itemId, item.id), isNull(comments.parentId));
}

/**
 * What people said, the newest first unless asked otherwise; nobody reads whom a block keeps from her. Refuses with the
 * object's `…_not_found`, blocked_by_performer and content_locked.
 */
export async function commentsOn(ctx: Context, actor: Actor | null, client: Client, query: Query): Promise<Page<CommentAnswer>> {
  const source = ctx.db
    .select({ id: comments.id, createdAt: comments.createdAt })
    .from(comments)
    .where(
      and(
        await below(ctx, actor, client, query),
        isNull(comments.hiddenAt),
        metBy(comments.authorId, visitorOf(actor, client)),
        query.q === undefined ? undefined : contains(comments.content, query.q),
      ),
    )
    .as('found');
  // An edit does not bring a comment to the top.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => commentAnswers(ctx, actor, ids));
}
