/** Requests of the list of past shows, read from the address. */
import type { LoadContext } from '@web/services/load-context';
import type { ResponseOf } from '@web/services/call';
import { tableQueryOf, rangeOf, type UrlQuery } from '@web/lib/table-query';

export function pastShowsRequest(address: UrlQuery) {
  const { limit, offset } = rangeOf(tableQueryOf(address, []));
  return { query: { limit, offset } };
}

export type OwnPlanned = ResponseOf<'GET /performer/feeds'>['data'][number];

/** The performer's posts that plan shows, newest first. */
export const ownPlannedRequest = { query: { limit: 50, type: 'scheduled-stream' as const } };

/** Prefetches what the performer's tab of shows needs for the first render. */
export const prefetchOwnShows = ({ read, query }: LoadContext): Promise<unknown> =>
  Promise.all([read('GET /streaming/mine', {}), read('GET /streaming/sessions', pastShowsRequest(query))]);
