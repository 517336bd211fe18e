/** What the screen of promotions asks the host, read from the address. */
import { promoPositions, promoStates } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const promoSorts = ['updatedAt', 'createdAt', 'ordering', 'title'] as const;

export const promosRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, promoSorts),
    state: oneAt(address, 'state', promoStates),
    position: oneAt(address, 'position', promoPositions),
  },
});
