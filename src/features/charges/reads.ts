/** What the lists of charges ask the host, read from the address; server part and screen ask alike. */
import { chargeStatuses, chargeTypes } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const chargeSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const chargesRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, chargeSorts),
    type: oneAt(address, 'type', chargeTypes),
    status: oneAt(address, 'status', chargeStatuses),
  },
});
