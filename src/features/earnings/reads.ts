/** What the screens of earnings ask the host, read from the address; server part and screen ask alike. */
import { earningTypes, subscriptionStatuses, subscriptionTypes } from '@contract/values';
import { dayAt, oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const earningSorts = ['updatedAt', 'createdAt', 'grossPrice', 'netPrice'] as const;
export const subscriberSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;

/** The range and kind that sums and rows share. */
const narrowed = (address: AddressQuery) => ({
  type: oneAt(address, 'type', earningTypes),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});

export const earningStatsRead = (address: AddressQuery) => ({ query: narrowed(address) });
export const earningsRead = (address: AddressQuery) => ({ query: { ...pageAt(address, earningSorts), ...narrowed(address) } });
export const rangeOf = (address: AddressQuery) => ({ fromDate: dayAt(address, 'from'), toDate: dayAt(address, 'to') });
export const subscribersRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, subscriberSorts),
    status: oneAt(address, 'status', subscriptionStatuses),
    subscriptionType: oneAt(address, 'kind', subscriptionTypes),
  },
});
