/** API queries of subscriptions. The page's `load` and the screen use the same queries. */
import * as limits from '@contract/kernel/limits';
import { subscriptionStatuses } from '@contract/kernel/values/subscriptions';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const subscriptionSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;
export const subscriptionsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, subscriptionSorts), status: optionAt(urlQuery, 'status', subscriptionStatuses) },
});
/** Renewing subscriptions, for their total price. */
export const renewingRequest = { query: { status: 'active' as const, limit: limits.page.limitMax } };
