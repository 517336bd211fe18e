/** API queries of subscriptions. The server part and the screen use the same queries. */
import * as limits from '@contract/kernel/limits';
import { subscriptionStatuses } from '@contract/kernel/values/subscriptions';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const subscriptionSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;
export const subscriptionsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, subscriptionSorts), status: optionAt(address, 'status', subscriptionStatuses) },
});
/** Renewing subscriptions, for their total price. */
export const renewingRequest = { query: { status: 'active' as const, limit: limits.page.limitMax } };
