/** API queries of posts. A page's `load` and its screen use the same queries. */
import { feedFilters } from '@contract/kernel/values/feeds';
import type { FeedFilter } from '@contract/kernel/values/feeds';
import { dayAt, optionAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import type { ResponseOf, QueryOf } from '@web/services/call';

export type Post = ResponseOf<'GET /user/feeds/:id'>;
export type PostsQuery = QueryOf<'GET /user/feeds'>;

export const pageSize = 12;

/** The post type in the URL; undefined means all. */
export const typeAt = (urlQuery: UrlQuery): FeedFilter | undefined => optionAt(urlQuery, 'type', feedFilters);

export const postRequest = (id: string) => ({ params: { id } });

/** Posts of performers that the viewer follows or subscribes to. */
export const homeRequest = (urlQuery: UrlQuery) => ({ query: { limit: pageSize, isHome: true, type: typeAt(urlQuery) } });

/** The URL keys that filter a performer's posts. */
export const postFilterKeys = ['q', 'type', 'from', 'to'] as const;
export type PostFilterKey = (typeof postFilterKeys)[number];

/** A few screens of posts. The page is small because the server renders all of them along with the profile. */
const profilePageSize = 6;

/** One performer's posts, filtered by the URL. */
export const performerPostsQuery = (performerId: string, urlQuery: UrlQuery) => ({
  query: {
    limit: profilePageSize,
    performerId,
    type: typeAt(urlQuery),
    q: textAt(urlQuery, 'q'),
    fromDate: dayAt(urlQuery, 'from'),
    toDate: dayAt(urlQuery, 'to'),
  },
});

/** Posts of all performers that match the text in the URL. */
export const foundPostsRequest = (urlQuery: UrlQuery) => ({
  query: { limit: pageSize, type: typeAt(urlQuery), q: textAt(urlQuery, 'q') },
});

/** The author's newest posts, shown below one of them. */
export const morePostsQuery = (performerId: string) => ({ query: { limit: 7, performerId } });

/** The first posts that match a text. */
export const searchPreviewQuery = (searchText: string) => ({ query: { limit: 6, q: searchText } });
