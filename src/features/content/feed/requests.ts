/** What pages of posts ask the host. A page's server part and its screen build their questions here, so that they agree. */
import { feedFilters } from '@contract/values';
import type { FeedFilter } from '@contract/values';
import { dayAt, oneAt, textAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';
import type { AnswerOf, QueryOf } from '@web/services/call';

export type Post = AnswerOf<'GET /user/feeds/:id'>;
export type PostsQuery = QueryOf<'GET /user/feeds'>;

export const pageSize = 12;

export const typeLabels: Record<FeedFilter, string> = {
  photo: 'Photos',
  video: 'Videos',
  audio: 'Sounds',
  text: 'Text',
  poll: 'Polls',
  'scheduled-stream': 'Shows',
};

/** The kinds in the order of `typeLabels`, for chips and selects. */
export const typeOptions = () => Object.entries(typeLabels).map(([value, label]) => ({ value, label }));

/** The kind of posts that an address asks for; undefined means all. */
export const typeAt = (address: AddressQuery): FeedFilter | undefined => oneAt(address, 'type', feedFilters);

export const postRead = (id: string) => ({ params: { id } });

/** Posts of those whom the viewer follows and has subscribed to. */
export const homeRead = (address: AddressQuery) => ({ query: { limit: pageSize, isHome: true, type: typeAt(address) } });

/** The keys by which an address narrows a performer's posts. */
export const postFilterKeys = ['q', 'type', 'from', 'to'] as const;
export type PostFilterKey = (typeof postFilterKeys)[number];

/** As many posts as some screens hold: each of them is rendered by the server, and a page has its head besides. */
const profilePageSize = 6;

/** One performer's posts, as the address narrows them. */
export const postsOfRead = (performerId: string, address: AddressQuery) => ({
  query: {
    limit: profilePageSize,
    performerId,
    type: typeAt(address),
    q: textAt(address, 'q'),
    fromDate: dayAt(address, 'from'),
    toDate: dayAt(address, 'to'),
  },
});

/** Everybody's posts that match the words of an address. */
export const foundPostsRead = (address: AddressQuery) => ({
  query: { limit: pageSize, type: typeAt(address), q: textAt(address, 'q') },
});

/** A few of the author's newest, below one of them. */
export const othersRead = (performerId: string) => ({ query: { limit: 7, performerId } });

/** The first that fit some words. */
export const firstFoundRead = (words: string) => ({ query: { limit: 6, q: words } });
