/** API queries of charges, built from the URL. The page's `load` and the screen use the same queries. */
import { chargeStatuses, chargeTypes } from '@contract/kernel/values/money';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const chargeSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const chargesRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, chargeSorts),
    type: optionAt(urlQuery, 'type', chargeTypes),
    status: optionAt(urlQuery, 'status', chargeStatuses),
  },
});
