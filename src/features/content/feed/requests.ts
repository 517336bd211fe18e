/** API queries of posts. A page's server part and its screen use the same queries. */
import { feedFilters } from '@contract/kernel/values/feeds';
import type { FeedFilter } from '@contract/kernel/values/feeds';
import { dayAt, optionAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import type { ResponseOf, QueryOf } from '@web/services/call';

export type Post = ResponseOf<'GET /user/feeds/:id'>;
export type PostsQuery = QueryOf<'GET /user/feeds'>;

export const pageSize = 12;

/** The kind of posts in the URL; undefined means all. */
export const typeAt = (address: UrlQuery): FeedFilter | undefined => optionAt(address, 'type', feedFilters);

export const postRequest = (id: string) => ({ params: { id } });

/** Posts of performers that the viewer follows or subscribes to. */
export const homeRequest = (address: UrlQuery) => ({ query: { limit: pageSize, isHome: true, type: typeAt(address) } });

/** The URL keys that filter a performer's posts. */
export const postFilterKeys = ['q', 'type', 'from', 'to'] as const;
export type PostFilterKey = (typeof postFilterKeys)[number];

/** A few screens of posts: the server renders all of them, besides the page's header. */
const profilePageSize = 6;

/** One performer's posts, filtered by the URL. */
export const performerPostsQuery = (performerId: string, address: UrlQuery) => ({
  query: {
    limit: profilePageSize,
    performerId,
    type: typeAt(address),
    q: textAt(address, 'q'),
    fromDate: dayAt(address, 'from'),
    toDate: dayAt(address, 'to'),
  },
});

/** Posts of all performers that match the text in the URL. */
export const foundPostsRequest = (address: UrlQuery) => ({
  query: { limit: pageSize, type: typeAt(address), q: textAt(address, 'q') },
});

/** A few of the author's newest posts, below one of them. */
export const morePostsQuery = (performerId: string) => ({ query: { limit: 7, performerId } });

/** The first posts that match a text. */
export const searchPreviewQuery = (words: string) => ({ query: { limit: 6, q: words } });
