/** What the desk's screens ask the host, read from the address. */
import { contactStates, jobStates } from '@contract/values';
import { oneAt, pageAt, textAt, type AddressQuery } from '@web/lib/table-query';

export const jobSorts = ['updatedAt', 'createdAt'] as const;
export const inboxSorts = ['createdAt', 'updatedAt'] as const;

export const jobsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, jobSorts), state: oneAt(address, 'state', jobStates), queue: textAt(address, 'queue') },
});
export const inboxRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, inboxSorts), state: oneAt(address, 'state', contactStates) },
});
export const notesRead = (id: string) => ({ params: { id }, query: { limit: 50, sortBy: 'createdAt' as const } });
