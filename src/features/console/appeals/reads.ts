/** What the screen of appeals asks the host, read from the address. */
import { appealStatuses } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const appealSorts = ['createdAt', 'updatedAt'] as const;

export const appealsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, appealSorts), status: oneAt(address, 'status', appealStatuses) },
});
