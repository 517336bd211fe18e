/** The address book, most recently used first. It is short, so it is read without pagination. */
import * as limits from '@contract/kernel/limits';
import type { ResponseOf } from '@web/services/call';
import { useUpdateResponse, useEndpoint } from '@web/services/use-endpoint';
import type { ApiError } from '@web/services/api-error';

export type Address = ResponseOf<'GET /addresses/search'>['data'][number];

/** The query, shared by the server-side props and the screen. */
export const addressesRequest = { query: { limit: limits.addressBookMax } };

export interface AddressBook {
  /** Undefined until they have loaded. */
  addresses: Address[] | undefined;
  /** Whether the first request is pending. */
  isReading: boolean;
  /** Whether the limit is reached. */
  isFull: boolean;
  error: ApiError | undefined;
  reload: () => void;
  /** Adds or replaces a saved address in the list; resolves when the list shows it. */
  addOrReplace: (saved: Address) => Promise<unknown>;
  removeFromList: (id: string) => Promise<unknown>;
}

/** Nothing is read while `isWanted` is false. */
export function useAddresses(isWanted = true): AddressBook {
  const { data, error, mutate } = useEndpoint('GET /addresses/search', isWanted ? addressesRequest : null);
  const changeAnswer = useUpdateResponse('GET /addresses/search', addressesRequest);
  const replace = (change: (now: Address[]) => Address[]) => changeAnswer((now) => ({ ...now, data: change(now.data) }));
  const addresses = data?.data;
  return {
    addresses,
    isReading: isWanted && addresses === undefined && error === undefined,
    isFull: (addresses?.length ?? 0) >= limits.addressBookMax,
    error,
    reload: () => void mutate(),
    addOrReplace: (saved) =>
      replace((now) =>
        now.some(({ _id }) => _id === saved._id) ? now.map((address) => (address._id === saved._id ? saved : address)) : [saved, ...now],
      ),
    removeFromList: (id) => replace((now) => now.filter(({ _id }) => _id !== id)),
  };
}
