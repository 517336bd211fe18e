/** What the screens of published content ask the host, read from the address. */
import { moderatedStates, moderatedTypes, type ModeratedType } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const contentSorts = ['createdAt', 'updatedAt'] as const;

/** The kind that the address names; the first where it names none that there is. */
export const typeAt = (address: AddressQuery): ModeratedType => oneAt(address, 'type', moderatedTypes) ?? moderatedTypes[0];

export const contentRead = (address: AddressQuery) => ({
  params: { type: typeAt(address) },
  query: { ...pageAt(address, contentSorts), state: oneAt(address, 'state', moderatedStates) },
});
