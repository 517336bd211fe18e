/** Requests of the search page, shared by server rendering and the screen. */
import * as limits from '@contract/kernel/limits';
import { textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';

/** A single letter matches too much to be useful. */
export const searchLengthMin = 2;

/** The search text in a URL query, or an empty string. */
export const searchTextAt = (urlQuery: UrlQuery): string => (textAt(urlQuery, 'q') ?? '').slice(0, limits.keywordLengthMax);

export const totalsRequest = (keyword: string) => ({ body: { keyword } });
/** The most popular search texts; with a prefix, those that start with it. */
export const keywordsRequest = (prefix: string) => ({
  query: { limit: 8, sortBy: 'attempts', sort: 'desc', ...(prefix === '' ? {} : { q: prefix }) } as const,
});
export const firstPerformersRequest = (searchText: string) => ({ query: { limit: 8, q: searchText } });
