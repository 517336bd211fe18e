/** API queries of payouts, built from the URL. */
import { payoutMethods, payoutStatuses } from '@contract/kernel/values/money';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const payoutSorts = ['updatedAt', 'createdAt', 'amount'] as const;

export const payoutsRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, payoutSorts),
    status: optionAt(urlQuery, 'status', payoutStatuses),
    method: optionAt(urlQuery, 'method', payoutMethods),
  },
});

/** The whole balance: the request has no parameters. */
export const holdingsRequest = { body: {} };
