/** What the screens of orders ask the host, read from the address; server part and screen ask alike. */
import { tableDefaults } from '@contract/kernel/conventions';
import { deliveryStatuses, productTypes } from '@contract/values';
import { oneAt, pageAt, tableQueryOf, textAt, windowOf, type AddressQuery, type TableQuery } from '@web/lib/table-query';

export const orderSorts = ['updatedAt', 'createdAt', 'totalPrice'] as const;

/** The keys that filter orders in an address. */
export const filterKeys = { delivery: 'delivery', type: 'type' } as const;
/** In a seller's address: orders in every state. Without a word there, those that wait to be sent. */
export const everyState = 'all';

const typeAt = (address: AddressQuery) => oneAt(address, filterKeys.type, productTypes);
const deliveryAt = (address: AddressQuery) => oneAt(address, filterKeys.delivery, deliveryStatuses);

export const ordersRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, orderSorts), deliveryStatus: deliveryAt(address), type: typeAt(address) },
});

export const allOrdersRead = (address: AddressQuery) => ({
  query: { ...ordersRead(address).query, performerId: textAt(address, 'performer'), userId: textAt(address, 'user') },
});

const longestFirst: TableQuery = { ...tableDefaults, sortBy: 'createdAt', sort: 'asc' };

const stateOfSales = (address: AddressQuery) =>
  textAt(address, filterKeys.delivery) === everyState ? undefined : (deliveryAt(address) ?? 'processing');

/** How sales are ordered where the address does not say: what is still to be done, the longest waiting first; the rest by its last change. */
export function orderOfSales(address: AddressQuery): TableQuery {
  const state = stateOfSales(address);
  return state === 'processing' || state === 'shipping' ? longestFirst : tableDefaults;
}

export function salesRead(address: AddressQuery) {
  const place = windowOf(tableQueryOf(address, orderSorts, orderOfSales(address)));
  const sortBy = orderSorts.find((sort) => sort === place.sortBy) ?? tableDefaults.sortBy;
  return { query: { ...place, sortBy, deliveryStatus: stateOfSales(address), type: typeAt(address) } };
}

export const orderRead = (id: string) => ({ params: { id } });
