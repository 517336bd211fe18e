/** API queries of promotions, built from the URL. */
import { promoPositions, promoStates } from '@contract/kernel/values/promos';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const promoSorts = ['updatedAt', 'createdAt', 'ordering', 'title'] as const;

export const promosRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, promoSorts),
    state: optionAt(urlQuery, 'state', promoStates),
    position: optionAt(urlQuery, 'position', promoPositions),
  },
});
