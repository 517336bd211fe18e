/** API queries of products. A page's `load` and its screen use the same queries. */
import { productTypes } from '@contract/kernel/values/store';
import type { ResponseOf } from '@web/services/call';
import { itemSearchRequest, relatedItemsRequest } from '@web/lib/item-requests';
import { optionAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';

export type Product = ResponseOf<'GET /performer-assets/products/:id'>;

export const productRequest = (id: string) => ({ params: { id } });

/** The product type in the URL; undefined means all. */
export const typeFilterOf = (urlQuery: UrlQuery) => optionAt(urlQuery, 'type', productTypes);
/** Whether the URL excludes sold-out products. */
export const inStockFilterOf = (urlQuery: UrlQuery): boolean => textAt(urlQuery, 'stock') === '1';

/** Products of all performers, filtered by the URL. */
export const productSearchRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...itemSearchRequest({ sort: urlQuery['sort'], q: urlQuery['q'] }).query,
    type: typeFilterOf(urlQuery),
    ...(inStockFilterOf(urlQuery) ? { inStock: true } : {}),
  },
});

/** One performer's store. */
export const performerProductsRequest = (performerId: string, urlQuery: UrlQuery) => ({
  query: { ...productSearchRequest(urlQuery).query, performerId },
});

/** Other products of the performer, shown below one of them. */
export const relatedRequest = (performerId: string, excludedId: string) => relatedItemsRequest(performerId, excludedId, 6);
