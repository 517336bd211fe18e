/** API queries of published content, built from the URL. */
import { moderatedStates, moderatedTypes, type ModeratedType } from '@contract/kernel/values/moderation';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const contentSorts = ['createdAt', 'updatedAt'] as const;

/** The content type in the URL; the first type if the URL has no valid one. */
export const typeFilterOf = (urlQuery: UrlQuery): ModeratedType => optionAt(urlQuery, 'type', moderatedTypes) ?? moderatedTypes[0];

export const contentRequest = (urlQuery: UrlQuery) => ({
  params: { type: typeFilterOf(urlQuery) },
  query: { ...pageAt(urlQuery, contentSorts), state: optionAt(urlQuery, 'state', moderatedStates) },
});
