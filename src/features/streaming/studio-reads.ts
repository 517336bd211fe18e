/** What the list of past shows asks the host, read from the address. */
import type { LoadContext } from '@web/shell/define-page';
import { tableQueryOf, windowOf, type AddressQuery } from '@web/lib/table-query';

export function pastShowsRead(address: AddressQuery) {
  const { limit, offset } = windowOf(tableQueryOf(address, []));
  return { query: { limit, offset } };
}

/** Reads what the owner's tab of her shows asks for first, before the first render. */
export const readOwnShows = ({ read, query }: LoadContext): Promise<unknown> =>
  Promise.all([read('GET /streaming/mine', {}), read('GET /streaming/sessions', pastShowsRead(query))]);
