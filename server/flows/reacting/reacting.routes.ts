/** Endpoints of likes and bookmarks. */
import { bookmarkLists, type BookmarkList } from '@contract/kernel/values/content';
import { fail } from '../../kernel/api-error';
import { serve } from '../../platform/http/serve';
import { bookmarkPages, feedBookmarks, galleryBookmarks, performerBookmarks, productBookmarks, videoBookmarks } from './bookmarks';
import { react, unreact } from './react';

const listNamed = (type: string): BookmarkList => bookmarkLists.find((list) => list === type) ?? fail('not_found');

export const reactionRoutes = serve({
  'POST /reactions': ({ actor, client, body }, ctx) => react(ctx, actor, client, body),
  'DELETE /reactions': ({ actor, body }, ctx) => unreact(ctx, actor, body),
  'GET /reactions/feeds/bookmark': ({ actor, client, query }, ctx) => feedBookmarks(ctx, actor, client, query),
  'GET /reactions/galleries/bookmark': ({ actor, client, query }, ctx) => galleryBookmarks(ctx, actor, client, query),
  'GET /reactions/videos/bookmark': ({ actor, client, query }, ctx) => videoBookmarks(ctx, actor, client, query),
  'GET /reactions/products/bookmark': ({ actor, client, query }, ctx) => productBookmarks(ctx, actor, client, query),
  'GET /reactions/performers/bookmark': ({ actor, client, query }, ctx) => performerBookmarks(ctx, actor, client, query),
  'GET /reactions/:type/bookmark': ({ actor, client, params, query }, ctx) =>
    bookmarkPages[listNamed(params.type)](ctx, actor, client, query),
});
