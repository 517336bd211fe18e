/** Where messages to many are, and what the host is asked for them. */
import { massStatuses } from '@contract/values';
import { oneAt, pageAt, textAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';

export const massPath = '/messages/mass';
export const massSorts = ['updatedAt', 'createdAt'] as const;

/** The message that the address of an editor names; null for a new one. */
export const massIdAt = (address: AddressQuery): string | null => {
  const id = textAt(address, 'id');
  return id === undefined || id === 'new' ? null : id;
};
export const oneMassRead = (id: string) => ({ params: { id } });

export const massRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, massSorts), status: oneAt(address, 'status', massStatuses) },
});
