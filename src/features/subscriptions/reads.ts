/** What the list of subscriptions asks the host; server part and screen ask alike. */
import * as limits from '@contract/kernel/limits';
import { subscriptionStatuses } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const subscriptionSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;
export const subscriptionsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, subscriptionSorts), status: oneAt(address, 'status', subscriptionStatuses) },
});
/** Those that renew, for what they cost together. */
export const renewingRead = { query: { status: 'active' as const, limit: limits.page.limitMax } };
