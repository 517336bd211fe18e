/** Requests of the pages of shows, shared by server rendering and the screens. */
import { optionAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import type { ResponseOf } from '@web/services/call';

export type LiveCardStream = ResponseOf<'GET /streaming/user/search'>['data'][number];
export type Planned = ResponseOf<'GET /user/feeds'>['data'][number];

export const liveFilters = ['open', 'free', 'followed'] as const;
export type LiveFilter = (typeof liveFilters)[number];

export const liveFilterAt = (address: UrlQuery): LiveFilter | undefined => optionAt(address, 'show', liveFilters);

const filterQueries = { open: { audience: 'public' }, free: { isFree: true }, followed: { isFollowed: true } } as const;

/** Running shows, the most watched first, filtered by the address. */
export function liveRequest(address: UrlQuery) {
  const filter = liveFilterAt(address);
  return { query: { limit: 12, sortBy: 'viewers' as const, sort: 'desc' as const, ...(filter && filterQueries[filter]) } };
}

/** The first few of them. */
export const liveStripRequest = { query: { limit: 6, sortBy: 'viewers' as const, sort: 'desc' as const } };

/** The running show of one performer, if any. An empty list is no error, so it may be polled. */
export const runningShowRequest = (performerId: string) => ({ query: { performerId, limit: 1 } });

/** Posts that announce shows. */
export const plannedShowsRequest = (performerId?: string) => ({
  query: { limit: 12, type: 'scheduled-stream' as const, ...(performerId === undefined ? {} : { performerId }) },
});

export const showRequest = (idOrName: string) => ({ params: { id: idOrName } });
