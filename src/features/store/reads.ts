/** What pages of products ask the host. A page's server part and its screen build their questions here, so that they agree. */
import { productTypes } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { foundItemsRead, relatedItemsRead } from '@web/lib/item-reads';
import { oneAt, textAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';

export type Product = AnswerOf<'GET /performer-assets/products/:id'>;

export const productRead = (id: string) => ({ params: { id } });

/** The kind of product that an address asks for; without one all kinds are. */
export const typeAt = (address: AddressQuery) => oneAt(address, 'type', productTypes);
/** Whether what is sold out is left out. */
export const isInStockAt = (address: AddressQuery): boolean => textAt(address, 'stock') === '1';

/** Everybody's products, as the address narrows them. */
export const foundProductsRead = (address: AddressQuery) => ({
  query: {
    ...foundItemsRead({ sort: address['sort'], q: address['q'] }).query,
    type: typeAt(address),
    ...(isInStockAt(address) ? { inStock: true } : {}),
  },
});

/** One performer's store. */
export const productsOfRead = (performerId: string, address: AddressQuery) => ({
  query: { ...foundProductsRead(address).query, performerId },
});

/** A few others of hers, below one of them. */
export const relatedRead = (performerId: string, excludedId: string) => relatedItemsRead(performerId, excludedId, 6);
