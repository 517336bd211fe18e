/** API queries of orders, built from the URL. The server part and the screen use the same queries. */
import { tableDefaults } from '@contract/kernel/conventions';
import { deliveryStatuses, productTypes } from '@contract/kernel/values/store';
import { optionAt, pageAt, tableQueryOf, textAt, rangeOf, type UrlQuery, type TableQuery } from '@web/lib/table-query';

export const orderSorts = ['updatedAt', 'createdAt', 'totalPrice'] as const;

/** The URL keys that filter orders. */
export const filterKeys = { delivery: 'delivery', type: 'type' } as const;
/** The value for orders in every state in a seller's URL. By default, only orders that wait to be shipped are listed. */
export const allStates = 'all';

const typeAt = (address: UrlQuery) => optionAt(address, filterKeys.type, productTypes);
const deliveryAt = (address: UrlQuery) => optionAt(address, filterKeys.delivery, deliveryStatuses);

export const ordersRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, orderSorts), deliveryStatus: deliveryAt(address), type: typeAt(address) },
});

export const allOrdersRequest = (address: UrlQuery) => ({
  query: { ...ordersRequest(address).query, performerId: textAt(address, 'performer'), userId: textAt(address, 'user') },
});

const longestFirst: TableQuery = { ...tableDefaults, sortBy: 'createdAt', sort: 'asc' };

const stateOfSales = (address: UrlQuery) =>
  textAt(address, filterKeys.delivery) === allStates ? undefined : (deliveryAt(address) ?? 'processing');

/** The default sort order of sales: the longest waiting first for open orders; by last change for the others. */
export function salesSort(address: UrlQuery): TableQuery {
  const state = stateOfSales(address);
  return state === 'processing' || state === 'shipping' ? longestFirst : tableDefaults;
}

export function salesRequest(address: UrlQuery) {
  const page = rangeOf(tableQueryOf(address, orderSorts, salesSort(address)));
  const sortBy = orderSorts.find((sort) => sort === page.sortBy) ?? tableDefaults.sortBy;
  return { query: { ...page, sortBy, deliveryStatus: stateOfSales(address), type: typeAt(address) } };
}

export const orderRequest = (id: string) => ({ params: { id } });
