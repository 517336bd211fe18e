/** API queries of earnings, built from the URL. The page's `load` and the screen use the same queries. */
import { earningTypes } from '@contract/kernel/values/money';
import { subscriptionStatuses, subscriptionTypes } from '@contract/kernel/values/subscriptions';
import { dayAt, optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const earningSorts = ['updatedAt', 'createdAt', 'grossPrice', 'netPrice'] as const;
export const subscriberSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;

/** The date range and type filter that totals and rows share. */
const filtersAt = (urlQuery: UrlQuery) => ({
  type: optionAt(urlQuery, 'type', earningTypes),
  fromDate: dayAt(urlQuery, 'from'),
  toDate: dayAt(urlQuery, 'to'),
});

export const earningStatsRequest = (urlQuery: UrlQuery) => ({ query: filtersAt(urlQuery) });
export const earningsRequest = (urlQuery: UrlQuery) => ({ query: { ...pageAt(urlQuery, earningSorts), ...filtersAt(urlQuery) } });
/** The date range in a URL query; undefined where a day is missing or invalid. */
export const dateRangeAt = (urlQuery: UrlQuery) => ({ fromDate: dayAt(urlQuery, 'from'), toDate: dayAt(urlQuery, 'to') });
export const subscribersRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, subscriberSorts),
    status: optionAt(urlQuery, 'status', subscriptionStatuses),
    subscriptionType: optionAt(urlQuery, 'kind', subscriptionTypes),
  },
});
