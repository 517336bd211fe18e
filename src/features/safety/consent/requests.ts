/** API requests of the consent screens, with the filters in the URL. */
import { consentFilters, releaseStatuses } from '@contract/kernel/values/content';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const appearanceSorts = ['createdAt'] as const;
export const releaseSorts = ['createdAt', 'name'] as const;

export const appearancesRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, appearanceSorts), state: optionAt(urlQuery, 'state', consentFilters) },
});

export const releasesRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, releaseSorts), status: optionAt(urlQuery, 'status', releaseStatuses) },
});

export const isReleasesTab = (urlQuery: UrlQuery): boolean => urlQuery['tab'] === 'releases';
