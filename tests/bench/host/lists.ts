/** The requests of all lists and searches whose cost must not grow with the site. */
import { fixedId, publicPost, starId, threadId, searchWords } from './dataset';

export interface ListRequest {
  what: string;
  path: string;
  caller: 'guest' | 'fan' | 'star';
  body?: object;
}

const get = (caller: ListRequest['caller'], what: string, path: string): ListRequest => ({ what, path, caller });

const post = fixedId('b', publicPost);
const ofPerformer = `performerId=${starId}`;
const kinds = ['videos', 'galleries'] as const;
const sortQueries = { new: 'sortBy=createdAt&sort=desc', popular: 'sortBy=popular&sort=desc', priced: 'sortBy=price&sort=asc' } as const;

const searchTerms = {
  'a word found often': searchWords.often,
  'a word found sometimes': searchWords.sometimes,
  'a rare word': searchWords.rare,
  'a part of a word': searchWords.part,
  'two words': `${searchWords.often} ${searchWords.sometimes}`,
  'a frequent word, misspelt': searchWords.misspeltOften,
  'a rare word, misspelt': searchWords.misspeltRare,
  'nothing found': searchWords.none,
} as const;

const lists: ListRequest[] = [
  get('fan', 'home', '/user/feeds?isHome=true'),
  get('fan', 'home, photos', '/user/feeds?isHome=true&type=photo'),
  get('guest', 'posts', '/user/feeds'),
  get('fan', 'posts', '/user/feeds'),
  get('fan', 'posts, texts for everybody', '/user/feeds?type=text&audience=public'),
  get('fan', 'posts of one', `/user/feeds?${ofPerformer}`),
  ...kinds.flatMap((kind) => [
    ...Object.entries(sortQueries).map(([order, query]) => get('fan', `${kind}, ${order}`, `/performer-assets/${kind}/search?${query}`)),
    get('guest', `${kind}, the order of tables`, `/performer-assets/${kind}/search`),
    get('fan', `${kind} with a tag`, `/performer-assets/${kind}/search?tags=${searchWords.tag}&${sortQueries.new}`),
    get('fan', `${kind} with a tag, popular`, `/performer-assets/${kind}/search?tags=${searchWords.tag}&${sortQueries.popular}`),
    get('fan', `${kind} of one`, `/performer-assets/${kind}/search?${ofPerformer}&${sortQueries.new}`),
  ]),
  get('fan', 'videos on sale', `/performer-assets/videos/search?isSale=true&${sortQueries.new}`),
  get('fan', 'photos of one', `/performer-assets/photos?${ofPerformer}`),
  get('fan', 'comments', `/comments?objectType=feed&objectId=${post}`),
  get('fan', 'following', '/follows/following'),
  get('star', 'followers', '/follows/followers'),
  get('fan', 'purchases', '/wallet/purchases'),
  ...['feeds', 'videos', 'galleries', 'performers'].map((kind) => get('fan', `bookmarks, ${kind}`, `/reactions/${kind}/bookmark`)),
];

const ownLists: ListRequest[] = [
  get('star', 'own posts', '/performer/feeds'),
  get('star', 'own posts, drafts', '/performer/feeds?state=draft'),
  get('star', 'own posts by a word', `/performer/feeds?q=${searchWords.often}`),
  get('star', 'own videos', '/performer/performer-assets/videos/search?state=published'),
  get('star', 'own galleries by a word', `/performer/performer-assets/galleries/search?q=${searchWords.often}`),
  get('star', 'own photos', '/performer/performer-assets/photos/search'),
];

const searches: ListRequest[] = [
  ...Object.entries(searchTerms).flatMap(([what, q]) => [
    get('fan', `posts: ${what}`, `/user/feeds?q=${encodeURIComponent(q)}`),
    get('fan', `videos: ${what}`, `/performer-assets/videos/search?q=${encodeURIComponent(q)}&${sortQueries.new}`),
    get('fan', `videos: ${what}, popular`, `/performer-assets/videos/search?q=${encodeURIComponent(q)}&${sortQueries.popular}`),
    get('fan', `galleries: ${what}`, `/performer-assets/galleries/search?q=${encodeURIComponent(q)}&${sortQueries.new}`),
    { what: `the whole site: ${what}`, path: '/search/keywords', caller: 'fan' as const, body: { keyword: q } },
  ]),
  get('fan', 'posts of one by a word', `/user/feeds/search/growth.star?q=${searchWords.often}`),
  get('fan', 'posts of one by a word, misspelt', `/user/feeds/search/growth.star?q=${searchWords.misspeltOften}`),
];

const threadPath = `/messages/conversations/${threadId}`;
const conversations: ListRequest[] = [
  get('fan', 'a thread', threadPath),
  get('fan', 'a thread, further up', `${threadPath}?offset=100`),
  get('fan', 'a thread, what came since', `${threadPath}?after=50`),
  get('fan', 'a thread by a word', `${threadPath}?q=${searchWords.sometimes}`),
  get('fan', 'a thread by a rare word', `${threadPath}?q=${searchWords.rare}`),
  get('star', 'the inbox', '/conversations'),
  get('star', 'the inbox, unread', '/conversations?isUnread=true'),
  get('star', 'the inbox by a name', '/conversations?keyword=ba'),
  get('fan', 'conversations by a word', `/conversations/search?q=${searchWords.sometimes}`),
  get('star', 'an inbox by a rare word', `/conversations/search?q=${searchWords.rare}`),
  get('fan', 'notifications', '/notifications'),
  get('fan', 'the own account', '/users/me'),
];

const performers: ListRequest[] = [
  get('fan', 'performers', '/performers/user/search'),
  get('fan', 'performers, popular', '/performers/user/search?sortBy=popular'),
  get('fan', 'performers by looks', '/performers/user/search?gender=female&hair=red'),
  get('fan', 'performers, free', '/performers/user/search?isFreeSubscription=true'),
  get('fan', 'performers by name', '/performers/user/search?q=growth%2012'),
  get('fan', 'performers by a misspelt name', '/performers/user/search?q=grwth.star'),
];

export const listRequests: readonly ListRequest[] = [...lists, ...ownLists, ...searches, ...performers, ...conversations];
