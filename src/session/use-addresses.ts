/** The own address book, the one that was used last first. It is short: all of it is read at once. */
import * as limits from '@contract/kernel/limits';
import type { AnswerOf } from '@web/services/call';
import { useChangeAnswer, useEndpoint } from '@web/services/use-endpoint';
import type { Refused } from '@web/services/api-error';

export type Address = AnswerOf<'GET /addresses/search'>['data'][number];

/** What the book asks the host; server part and screen ask alike. */
export const addressesRead = { query: { limit: limits.addressBookMax } };

export interface AddressBook {
  /** Undefined until they are there. */
  addresses: Address[] | undefined;
  /** Whether it takes no more. */
  isFull: boolean;
  error: Refused | undefined;
  reload: () => void;
  /** Puts in what was saved, new or changed; resolves when the list shows it. */
  learn: (saved: Address) => Promise<unknown>;
  forget: (id: string) => Promise<unknown>;
}

export function useAddresses(): AddressBook {
  const { data, error, mutate } = useEndpoint('GET /addresses/search', addressesRead);
  const changeAnswer = useChangeAnswer('GET /addresses/search', addressesRead);
  const replace = (change: (now: Address[]) => Address[]) => changeAnswer((now) => ({ ...now, data: change(now.data) }));
  const addresses = data?.data;
  return {
    addresses,
    isFull: (addresses?.length ?? 0) >= limits.addressBookMax,
    error,
    reload: () => void mutate(),
    learn: (saved) =>
      replace((now) =>
        now.some(({ _id }) => _id === saved._id) ? now.map((one) => (one._id === saved._id ? saved : one)) : [saved, ...now],
      ),
    forget: (id) => replace((now) => now.filter(({ _id }) => _id !== id)),
  };
}
