/** API queries of the shows list, built from the URL. The server part and the screen use the same query. */
import { streamStatuses } from '@contract/kernel/values/live';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const showSorts = ['updatedAt', 'createdAt', 'viewers', 'startedAt'] as const;
export const showsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, showSorts), status: optionAt(address, 'status', streamStatuses) },
});
