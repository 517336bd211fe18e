/** API requests of the pages of shows, shared by server rendering and the screens. */
import { optionAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import type { ResponseOf } from '@web/services/call';

export type LiveCardStream = ResponseOf<'GET /streaming/user/search'>['data'][number];
export type Planned = ResponseOf<'GET /user/feeds'>['data'][number];

export const liveFilters = ['open', 'free', 'followed'] as const;
export type LiveFilter = (typeof liveFilters)[number];

export const liveFilterAt = (urlQuery: UrlQuery): LiveFilter | undefined => optionAt(urlQuery, 'show', liveFilters);

const filterQueries = { open: { audience: 'public' }, free: { isFree: true }, followed: { isFollowed: true } } as const;

/** Running shows, the most watched first, filtered by the URL. */
export function liveRequest(urlQuery: UrlQuery) {
  const filter = liveFilterAt(urlQuery);
  return { query: { limit: 12, sortBy: 'viewers' as const, sort: 'desc' as const, ...(filter && filterQueries[filter]) } };
}

/** The first few running shows, the most watched first. */
export const liveStripRequest = { query: { limit: 6, sortBy: 'viewers' as const, sort: 'desc' as const } };

/** The running show of one performer, if any. An empty list is not an error, so it may be polled. */
export const runningShowRequest = (performerId: string) => ({ query: { performerId, limit: 1 } });

/** Posts that schedule shows, of all performers or of one. */
export const plannedShowsRequest = (performerId?: string) => ({
  query: { limit: 12, type: 'scheduled-stream' as const, ...(performerId === undefined ? {} : { performerId }) },
});

export const showRequest = (idOrName: string) => ({ params: { id: idOrName } });
