/** What the pages of shows ask the host, for the server part and the screens alike. */
import { oneAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';
import type { AnswerOf } from '@web/services/call';

export type LiveCardStream = AnswerOf<'GET /streaming/user/search'>['data'][number];
export type Planned = AnswerOf<'GET /user/feeds'>['data'][number];

export const liveFilters = ['free', 'followed'] as const;
export type LiveFilter = (typeof liveFilters)[number];

export const liveFilterAt = (address: AddressQuery): LiveFilter | undefined => oneAt(address, 'show', liveFilters);

/** Shows that run now, the most watched first, as the address narrows them. */
export function liveRead(address: AddressQuery) {
  const filter = liveFilterAt(address);
  const narrowed = { ...(filter === 'free' ? { isFree: true } : {}), ...(filter === 'followed' ? { isFollowed: true } : {}) };
  return { query: { limit: 12, sortBy: 'viewers' as const, sort: 'desc' as const, ...narrowed } };
}

/** The first of them. */
export const liveStripRead = { query: { limit: 6, sortBy: 'viewers' as const, sort: 'desc' as const } };

/** The show of one performer, if one runs: an answer without shows is no refusal, and may be asked for again and again. */
export const runningRead = (performerId: string) => ({ query: { performerId, limit: 1 } });

/** Posts that announce shows. */
export const plannedRead = (performerId?: string) => ({
  query: { limit: 12, type: 'scheduled-stream' as const, ...(performerId === undefined ? {} : { performerId }) },
});

export const showRead = (idOrName: string) => ({ params: { id: idOrName } });
