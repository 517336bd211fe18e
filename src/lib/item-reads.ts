/**
 * What lists of videos, of galleries and of products ask the host: they are found alike. A page's server part and its screen build their
 * questions here, so that they agree.
 */
import { oneAt, textAt } from './table-query';
import type { AddressQuery } from './table-query';

const pageSize = 12;

const hostSort = {
  new: { sortBy: 'createdAt', sort: 'desc' },
  popular: { sortBy: 'popular', sort: 'desc' },
  price: { sortBy: 'price', sort: 'asc' },
} as const;
export type ItemOrder = keyof typeof hostSort;

/** The order that an address asks for; the newest first unless it says otherwise. */
export const orderAt = (address: AddressQuery): ItemOrder => oneAt(address, 'sort', ['new', 'popular', 'price'] as const) ?? 'new';

/** Everybody's, as the address narrows them. */
export const foundItemsRead = (address: AddressQuery) => ({
  query: {
    limit: pageSize,
    ...hostSort[orderAt(address)],
    q: textAt(address, 'q'),
    ...(textAt(address, 'sale') === '1' ? { isSale: true } : {}),
    ...(textAt(address, 'tag') === undefined ? {} : { tags: [textAt(address, 'tag') ?? ''] }),
  },
});

/** One performer's. */
export const itemsOfRead = (performerId: string, address: AddressQuery) => ({
  query: { ...foundItemsRead({ sort: address['sort'], q: address['q'] }).query, performerId },
});

/** `limit` others of hers, below one of them. */
export const relatedItemsRead = (performerId: string, excludedId: string, limit: number) => ({
  query: { limit, ...hostSort.new, performerId, excludedId },
});

/** The first that fit some words. */
export const firstItemsRead = (words: string) => ({ query: { limit: 4, q: words } });
