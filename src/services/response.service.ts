/** How people answer what is published: comments, likes and bookmarks, follows. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

type List = QueryOf<'GET /reactions/feeds/bookmark'>;

export const responseService = service((call) => ({
  comment: (body: BodyOf<'POST /comments'>) => call('POST /comments', { body }),
  comments: (query: QueryOf<'GET /comments'>) => call('GET /comments', { query }),
  updateComment: (id: string, body: BodyOf<'PUT /comments/:id'>, files: FilesOf<'PUT /comments/:id'>, options?: CallOptions) =>
    call('PUT /comments/:id', { params: { id }, body, files }, options),
  removeComment: (id: string) => call('DELETE /comments/:id', { params: { id } }),
  react: (body: BodyOf<'POST /reactions'>) => call('POST /reactions', { body }),
  unreact: (body: BodyOf<'DELETE /reactions'>) => call('DELETE /reactions', { body }),
  feedBookmarks: (query: List) => call('GET /reactions/feeds/bookmark', { query }),
  galleryBookmarks: (query: List) => call('GET /reactions/galleries/bookmark', { query }),
  videoBookmarks: (query: List) => call('GET /reactions/videos/bookmark', { query }),
  productBookmarks: (query: List) => call('GET /reactions/products/bookmark', { query }),
  performerBookmarks: (query: List) => call('GET /reactions/performers/bookmark', { query }),
  bookmarks: (type: string, query: List) => call('GET /reactions/:type/bookmark', { params: { type }, query }),
  follow: (performerId: string) => call('POST /follows/:id', { params: { id: performerId } }),
  unfollow: (performerId: string) => call('DELETE /follows/:id', { params: { id: performerId } }),
  followers: (query: QueryOf<'GET /follows/followers'>) => call('GET /follows/followers', { query }),
  following: (query: QueryOf<'GET /follows/following'>) => call('GET /follows/following', { query }),
}));
