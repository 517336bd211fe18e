/** API queries of products. A page's server part and its screen use the same queries. */
import { productTypes } from '@contract/kernel/values/store';
import type { ResponseOf } from '@web/services/call';
import { foundItemsRequest, relatedItemsRequest } from '@web/lib/item-requests';
import { optionAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';

export type Product = ResponseOf<'GET /performer-assets/products/:id'>;

export const productRequest = (id: string) => ({ params: { id } });

/** The kind of product in the URL; undefined means all. */
export const typeAt = (address: UrlQuery) => optionAt(address, 'type', productTypes);
/** Whether sold-out products are left out. */
export const isInStockAt = (address: UrlQuery): boolean => textAt(address, 'stock') === '1';

/** Products of all performers, filtered by the URL. */
export const foundProductsRequest = (address: UrlQuery) => ({
  query: {
    ...foundItemsRequest({ sort: address['sort'], q: address['q'] }).query,
    type: typeAt(address),
    ...(isInStockAt(address) ? { inStock: true } : {}),
  },
});

/** One performer's store. */
export const productsOfRequest = (performerId: string, address: UrlQuery) => ({
  query: { ...foundProductsRequest(address).query, performerId },
});

/** A few other products of the performer, below one of them. */
export const relatedRequest = (performerId: string, excludedId: string) => relatedItemsRequest(performerId, excludedId, 6);
