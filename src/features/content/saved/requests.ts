/** API queries of bookmarks, follows and purchases. A page's `load` and its screen use the same queries. */
import { unlockTypes } from '@contract/kernel/values/money';
import { optionAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';

export const bookmarkTabs = ['posts', 'videos', 'galleries', 'products', 'performers'] as const;
export type BookmarkTab = (typeof bookmarkTabs)[number];

/** The tab in the URL; posts by default. */
export const bookmarkTabAt = (urlQuery: UrlQuery): BookmarkTab => optionAt(urlQuery, 'tab', bookmarkTabs) ?? 'posts';

export const bookmarkEndpoints = {
  posts: 'GET /reactions/feeds/bookmark',
  videos: 'GET /reactions/videos/bookmark',
  galleries: 'GET /reactions/galleries/bookmark',
  products: 'GET /reactions/products/bookmark',
  performers: 'GET /reactions/performers/bookmark',
} as const satisfies Record<BookmarkTab, string>;

export const bookmarksRequest = { query: { limit: 12 } };
export const followingRequest = (urlQuery: UrlQuery) => ({ query: { limit: 24, q: textAt(urlQuery, 'q') } });

export const purchaseSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const purchasesRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, purchaseSorts), type: optionAt(urlQuery, 'type', unlockTypes) },
});
