/** API queries of published content, built from the URL. */
import { moderatedStates, moderatedTypes, type ModeratedType } from '@contract/kernel/values/moderation';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const contentSorts = ['createdAt', 'updatedAt'] as const;

/** The kind in the URL; the first kind where the URL has no valid one. */
export const typeAt = (address: UrlQuery): ModeratedType => optionAt(address, 'type', moderatedTypes) ?? moderatedTypes[0];

export const contentRequest = (address: UrlQuery) => ({
  params: { type: typeAt(address) },
  query: { ...pageAt(address, contentSorts), state: optionAt(address, 'state', moderatedStates) },
});
