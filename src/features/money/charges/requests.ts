/** API queries of charges, built from the URL. The server part and the screen use the same queries. */
import { chargeStatuses, chargeTypes } from '@contract/kernel/values/money';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const chargeSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const chargesRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, chargeSorts),
    type: optionAt(address, 'type', chargeTypes),
    status: optionAt(address, 'status', chargeStatuses),
  },
});
