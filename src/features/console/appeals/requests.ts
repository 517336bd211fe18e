/** API queries of the appeals screen, built from the URL. */
import { appealStatuses } from '@contract/kernel/values/moderation';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const appealSorts = ['createdAt', 'updatedAt'] as const;

export const appealsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, appealSorts), status: optionAt(urlQuery, 'status', appealStatuses) },
});
