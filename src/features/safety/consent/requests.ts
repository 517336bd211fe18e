/** Requests of the consent screens, read from the address. */
import { consentFilters, releaseStatuses } from '@contract/kernel/values/content';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const appearanceSorts = ['createdAt'] as const;
export const releaseSorts = ['createdAt', 'name'] as const;

export const appearancesRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, appearanceSorts), state: optionAt(address, 'state', consentFilters) },
});

export const releasesRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, releaseSorts), status: optionAt(address, 'status', releaseStatuses) },
});

export const isReleasesTab = (address: UrlQuery): boolean => address['tab'] === 'releases';
