/**
 * Queries for lists of videos, galleries and products. The server-side props of a page and its screen build their queries here, so that
 * both are equal.
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
export const orderAt = (address: UrlQuery): ItemOrder => optionAt(address, 'sort', ['new', 'popular', 'price'] as const) ?? 'new';

/** Items of all performers, filtered by the URL. */
export const foundItemsRequest = (address: UrlQuery) => ({
  query: {
    limit: pageSize,
    ...sortParameters[orderAt(address)],
    q: textAt(address, 'q'),
    ...(textAt(address, 'sale') === '1' ? { isSale: true } : {}),
    ...(textAt(address, 'tag') === undefined ? {} : { tags: [textAt(address, 'tag') ?? ''] }),
  },
});

/** Items of one performer. */
export const itemsOfRequest = (performerId: string, address: UrlQuery) => ({
  query: { ...foundItemsRequest({ sort: address['sort'], q: address['q'] }).query, performerId },
});

/** `limit` other items of the performer, shown below the item `excludedId`. */
export const relatedItemsRequest = (performerId: string, excludedId: string, limit: number) => ({
  query: { limit, ...sortParameters.new, performerId, excludedId },
});

/** The first matches of a search. */
export const firstItemsRequest = (words: string) => ({ query: { limit: 4, q: words } });
