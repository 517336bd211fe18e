/** API queries of orders, built from the URL. The page's `load` and the screen use the same queries. */
import { tableDefaults } from '@contract/kernel/conventions';
import { deliveryStatuses, productTypes } from '@contract/kernel/values/store';
import { optionAt, pageAt, tableQueryOf, textAt, rangeOf, type UrlQuery, type TableQuery } from '@web/lib/table-query';

export const orderSorts = ['updatedAt', 'createdAt', 'totalPrice'] as const;

/** The URL keys that filter orders. */
export const filterKeys = { delivery: 'delivery', type: 'type' } as const;
/** The delivery filter's value for a seller's orders in every state. By default, only orders that wait to be shipped are listed. */
export const allStates = 'all';

const typeFilterOf = (urlQuery: UrlQuery) => optionAt(urlQuery, filterKeys.type, productTypes);
const deliveryAt = (urlQuery: UrlQuery) => optionAt(urlQuery, filterKeys.delivery, deliveryStatuses);

export const ordersRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, orderSorts), deliveryStatus: deliveryAt(urlQuery), type: typeFilterOf(urlQuery) },
});

export const allOrdersRequest = (urlQuery: UrlQuery) => ({
  query: { ...ordersRequest(urlQuery).query, performerId: textAt(urlQuery, 'performer'), userId: textAt(urlQuery, 'user') },
});

const oldestFirst: TableQuery = { ...tableDefaults, sortBy: 'createdAt', sort: 'asc' };

const stateOfSales = (urlQuery: UrlQuery) =>
  textAt(urlQuery, filterKeys.delivery) === allStates ? undefined : (deliveryAt(urlQuery) ?? 'processing');

/** The default sort order of sales: the longest waiting first for open orders; by last change for the others. */
export function salesSort(urlQuery: UrlQuery): TableQuery {
  const state = stateOfSales(urlQuery);
  return state === 'processing' || state === 'shipping' ? oldestFirst : tableDefaults;
}

export function salesRequest(urlQuery: UrlQuery) {
  const page = rangeOf(tableQueryOf(urlQuery, orderSorts, salesSort(urlQuery)));
  const sortBy = orderSorts.find((sort) => sort === page.sortBy) ?? tableDefaults.sortBy;
  return { query: { ...page, sortBy, deliveryStatus: stateOfSales(urlQuery), type: typeFilterOf(urlQuery) } };
}

export const orderRequest = (id: string) => ({ params: { id } });
