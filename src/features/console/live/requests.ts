/** API queries of the shows list, built from the URL. Server-side rendering and the screen use the same query. */
import { streamStatuses } from '@contract/kernel/values/live';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const showSorts = ['updatedAt', 'createdAt', 'viewers', 'startedAt'] as const;
export const showsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, showSorts), status: optionAt(urlQuery, 'status', streamStatuses) },
});
