/** The address book, most recently used first. It is short, so it is read without pagination. */
import * as limits from '@contract/kernel/limits';
import type { ResponseOf } from '@web/services/call';
import { useUpdateResponse, useEndpoint } from '@web/services/use-endpoint';
import type { ApiError } from '@web/services/api-error';

export type Address = ResponseOf<'GET /addresses/search'>['data'][number];

/** The request, shared by the page's server-side `load` and the screen. */
export const addressesRequest = { query: { limit: limits.addressBookMax } };

export interface AddressBook {
  /** Undefined until the response. */
  addresses: Address[] | undefined;
  /** Whether the first request is pending. */
  isLoading: boolean;
  /** Whether the limit is reached. */
  isFull: boolean;
  error: ApiError | undefined;
  reload: () => void;
  /** Adds or replaces a saved address in the list; resolves when the list shows it. */
  addOrReplace: (saved: Address) => Promise<unknown>;
  removeFromList: (id: string) => Promise<unknown>;
}

/** Sends no request while `isEnabled` is false. */
export function useAddresses(isEnabled = true): AddressBook {
  const { data, error, mutate } = useEndpoint('GET /addresses/search', isEnabled ? addressesRequest : null);
  const updateResponse = useUpdateResponse('GET /addresses/search', addressesRequest);
  const updateAddresses = (change: (current: Address[]) => Address[]) =>
    updateResponse((response) => ({ ...response, data: change(response.data) }));
  const addresses = data?.data;
  return {
    addresses,
    isLoading: isEnabled && addresses === undefined && error === undefined,
    isFull: (addresses?.length ?? 0) >= limits.addressBookMax,
    error,
    reload: () => void mutate(),
    addOrReplace: (saved) =>
      updateAddresses((current) =>
        current.some(({ _id }) => _id === saved._id)
          ? current.map((address) => (address._id === saved._id ? saved : address))
          : [saved, ...current],
      ),
    removeFromList: (id) => updateAddresses((current) => current.filter(({ _id }) => _id !== id)),
  };
}
