/** What the screens of payouts ask the host, read from the address. */
import { payoutMethods, payoutStatuses } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const payoutSorts = ['updatedAt', 'createdAt', 'amount'] as const;

export const payoutsRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, payoutSorts),
    status: oneAt(address, 'status', payoutStatuses),
    method: oneAt(address, 'method', payoutMethods),
  },
});

/** Of all that she holds: the request names nothing. */
export const holdingsRead = { body: {} };
