/** API queries of releases and record sheets, built from the URL. */
import { releaseStatuses } from '@contract/kernel/values/content';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const releaseSorts = ['createdAt', 'name'] as const;

export const releasesRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, releaseSorts), status: optionAt(urlQuery, 'status', releaseStatuses) },
});
