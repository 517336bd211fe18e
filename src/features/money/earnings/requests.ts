/** API queries of earnings, built from the URL. The server part and the screen use the same queries. */
import { earningTypes } from '@contract/kernel/values/money';
import { subscriptionStatuses, subscriptionTypes } from '@contract/kernel/values/subscriptions';
import { dayAt, optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const earningSorts = ['updatedAt', 'createdAt', 'grossPrice', 'netPrice'] as const;
export const subscriberSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;

/** The range and kind that totals and rows share. */
const narrowed = (address: UrlQuery) => ({
  type: optionAt(address, 'type', earningTypes),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});

export const earningStatsRequest = (address: UrlQuery) => ({ query: narrowed(address) });
export const earningsRequest = (address: UrlQuery) => ({ query: { ...pageAt(address, earningSorts), ...narrowed(address) } });
export const rangeOf = (address: UrlQuery) => ({ fromDate: dayAt(address, 'from'), toDate: dayAt(address, 'to') });
export const subscribersRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, subscriberSorts),
    status: optionAt(address, 'status', subscriptionStatuses),
    subscriptionType: optionAt(address, 'kind', subscriptionTypes),
  },
});
