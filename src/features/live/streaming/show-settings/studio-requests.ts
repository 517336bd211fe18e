/** API requests of the performer's past and scheduled shows, shared by server rendering and the screens. */
import type { LoadContext } from '@web/services/load-context';
import type { ResponseOf } from '@web/services/call';
import { tableQueryOf, rangeOf, type UrlQuery } from '@web/lib/table-query';

export function pastShowsRequest(urlQuery: UrlQuery) {
  const { limit, offset } = rangeOf(tableQueryOf(urlQuery, []));
  return { query: { limit, offset } };
}

export type OwnPlanned = ResponseOf<'GET /performer/feeds'>['data'][number];

/** The performer's posts that schedule shows, newest first. */
export const ownPlannedRequest = { query: { limit: 50, type: 'scheduled-stream' as const } };

/** Reads what the performer's tab of shows needs for server rendering. */
export const prefetchOwnShows = ({ read, query }: LoadContext): Promise<unknown> =>
  Promise.all([read('GET /streaming/mine', {}), read('GET /streaming/sessions', pastShowsRequest(query))]);
