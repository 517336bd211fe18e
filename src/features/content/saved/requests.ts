/** What the pages of kept things ask the host; server part and screen ask alike. */
import { unlockTypes } from '@contract/values';
import { oneAt, pageAt, textAt, type AddressQuery } from '@web/lib/table-query';

export const bookmarkTabs = ['posts', 'videos', 'galleries', 'products', 'performers'] as const;
export type BookmarkTab = (typeof bookmarkTabs)[number];

/** The tab that an address opens; the first unless it says otherwise. */
export const bookmarkTabAt = (address: AddressQuery): BookmarkTab => oneAt(address, 'tab', bookmarkTabs) ?? 'posts';

export const bookmarkEndpoints = {
  posts: 'GET /reactions/feeds/bookmark',
  videos: 'GET /reactions/videos/bookmark',
  galleries: 'GET /reactions/galleries/bookmark',
  products: 'GET /reactions/products/bookmark',
  performers: 'GET /reactions/performers/bookmark',
} as const satisfies Record<BookmarkTab, string>;

export const bookmarksRead = { query: { limit: 12 } };
export const followingRead = (address: AddressQuery) => ({ query: { limit: 24, q: textAt(address, 'q') } });

export const purchaseSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const purchasesRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, purchaseSorts), type: oneAt(address, 'type', unlockTypes) },
});
