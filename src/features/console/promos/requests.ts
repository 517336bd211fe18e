/** API queries of promotions, built from the URL. */
import { promoPositions, promoStates } from '@contract/kernel/values/promos';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const promoSorts = ['updatedAt', 'createdAt', 'ordering', 'title'] as const;

export const promosRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, promoSorts),
    state: optionAt(address, 'state', promoStates),
    position: optionAt(address, 'position', promoPositions),
  },
});
