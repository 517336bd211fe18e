/** API queries of payouts, built from the URL. */
import { payoutMethods, payoutStatuses } from '@contract/kernel/values/money';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const payoutSorts = ['updatedAt', 'createdAt', 'amount'] as const;

export const payoutsRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, payoutSorts),
    status: optionAt(address, 'status', payoutStatuses),
    method: optionAt(address, 'method', payoutMethods),
  },
});

/** The whole balance: the request has no parameters. */
export const holdingsRequest = { body: {} };
