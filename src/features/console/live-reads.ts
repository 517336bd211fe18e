/** What the console's list of shows asks the host, read from the address; server part and screen ask alike. */
import { streamStatuses } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const showSorts = ['updatedAt', 'createdAt', 'viewers', 'startedAt'] as const;
export const showsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, showSorts), status: oneAt(address, 'status', streamStatuses) },
});
