/**
 * Queries for lists of videos, galleries and products. Server-side rendering and the screen build them here, so that both use the same
 * cache key.
 */
import { optionAt, textAt } from './table-query';
import type { UrlQuery } from './table-query';

const pageSize = 12;

const sortParameters = {
  new: { sortBy: 'createdAt', sort: 'desc' },
  popular: { sortBy: 'popular', sort: 'desc' },
  price: { sortBy: 'price', sort: 'asc' },
} as const;
export type ItemOrder = keyof typeof sortParameters;

/** The order in the URL; newest first by default. */
export const orderAt = (urlQuery: UrlQuery): ItemOrder => optionAt(urlQuery, 'sort', ['new', 'popular', 'price'] as const) ?? 'new';

/** Items of all performers, filtered by the URL. */
export const itemSearchRequest = (urlQuery: UrlQuery) => ({
  query: {
    limit: pageSize,
    ...sortParameters[orderAt(urlQuery)],
    q: textAt(urlQuery, 'q'),
    ...(textAt(urlQuery, 'sale') === '1' ? { isSale: true } : {}),
    ...(textAt(urlQuery, 'tag') === undefined ? {} : { tags: [textAt(urlQuery, 'tag') ?? ''] }),
  },
});

/** Items of one performer. */
export const performerItemsRequest = (performerId: string, urlQuery: UrlQuery) => ({
  query: { ...itemSearchRequest({ sort: urlQuery['sort'], q: urlQuery['q'] }).query, performerId },
});

/** `limit` other items of the performer, shown below the item `excludedId`. */
export const relatedItemsRequest = (performerId: string, excludedId: string, limit: number) => ({
  query: { limit, ...sortParameters.new, performerId, excludedId },
});

/** The first matches of a search, for a preview of its results. */
export const itemPreviewRequest = (searchText: string) => ({ query: { limit: 4, q: searchText } });
