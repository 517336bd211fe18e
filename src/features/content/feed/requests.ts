/** API requests for the posts of a feed and of a profile. A page's `load` and its screen use the same requests. */
import { feedFilters } from '@contract/kernel/values/feeds';
import type { FeedFilter } from '@contract/kernel/values/feeds';
import { dayAt, optionAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import type { ResponseOf, QueryOf } from '@web/services/call';

export type Post = ResponseOf<'GET /user/feeds/:id'>;
export type PostsQuery = QueryOf<'GET /user/feeds'>;

export const pageSize = 12;

/** The post type in the URL; undefined means all. */
export const typeFilterOf = (urlQuery: UrlQuery): FeedFilter | undefined => optionAt(urlQuery, 'type', feedFilters);

/** Posts of performers that the viewer follows or subscribes to. */
export const homeRequest = (urlQuery: UrlQuery) => ({ query: { limit: pageSize, isHome: true, type: typeFilterOf(urlQuery) } });

/** The URL keys that filter a performer's posts. */
export const postFilterKeys = ['q', 'type', 'from', 'to'] as const;
export type PostFilterKey = (typeof postFilterKeys)[number];

/** A few screens of posts. The page is small because the server renders all of them along with the profile. */
const profilePageSize = 6;

/** One performer's posts, filtered by the URL. */
export const performerPostsRequest = (performerId: string, urlQuery: UrlQuery) => ({
  query: {
    limit: profilePageSize,
    performerId,
    type: typeFilterOf(urlQuery),
    q: textAt(urlQuery, 'q'),
    fromDate: dayAt(urlQuery, 'from'),
    toDate: dayAt(urlQuery, 'to'),
  },
});
