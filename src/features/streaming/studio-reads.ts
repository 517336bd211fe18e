/** What the list of past shows asks the host, read from the address. */
import { tableQueryOf, windowOf, type AddressQuery } from '@web/lib/table-query';

export function pastShowsRead(address: AddressQuery) {
  const { limit, offset } = windowOf(tableQueryOf(address, []));
  return { query: { limit, offset } };
}
