/** Every list and search whose cost must not grow with the site, as it is asked for. */
import { fixedId, publicPost, starId, thread, words } from './dataset';

export interface Asked {
  what: string;
  path: string;
  as: 'guest' | 'fan' | 'star';
  body?: object;
}

const get = (as: Asked['as'], what: string, path: string): Asked => ({ what, path, as });

const post = fixedId('b', publicPost);
const ofStar = `performerId=${starId}`;
const kinds = ['videos', 'galleries'] as const;
const orders = { new: 'sortBy=createdAt&sort=desc', popular: 'sortBy=popular&sort=desc', priced: 'sortBy=price&sort=asc' } as const;

const typed = {
  'a word found often': words.often,
  'a word found sometimes': words.sometimes,
  'a rare word': words.rare,
  'a part of a word': words.part,
  'two words': `${words.often} ${words.sometimes}`,
  'a frequent word, misspelt': words.misspeltOften,
  'a rare word, misspelt': words.misspeltRare,
  'nothing found': words.none,
} as const;

const lists: Asked[] = [
  get('fan', 'home', '/user/feeds?isHome=true'),
  get('fan', 'home, photos', '/user/feeds?isHome=true&type=photo'),
  get('guest', 'posts', '/user/feeds'),
  get('fan', 'posts', '/user/feeds'),
  get('fan', 'posts, texts for everybody', '/user/feeds?type=text&audience=public'),
  get('fan', 'posts of one', `/user/feeds?${ofStar}`),
  ...kinds.flatMap((kind) => [
    ...Object.entries(orders).map(([order, query]) => get('fan', `${kind}, ${order}`, `/performer-assets/${kind}/search?${query}`)),
    get('guest', `${kind}, the order of tables`, `/performer-assets/${kind}/search`),
    get('fan', `${kind} with a tag`, `/performer-assets/${kind}/search?tags=${words.tag}&${orders.new}`),
    get('fan', `${kind} with a tag, popular`, `/performer-assets/${kind}/search?tags=${words.tag}&${orders.popular}`),
    get('fan', `${kind} of one`, `/performer-assets/${kind}/search?${ofStar}&${orders.new}`),
  ]),
  get('fan', 'videos on sale', `/performer-assets/videos/search?isSale=true&${orders.new}`),
  get('fan', 'photos of one', `/performer-assets/photos?${ofStar}`),
  get('fan', 'comments', `/comments?objectType=feed&objectId=${post}`),
  get('fan', 'following', '/follows/following'),
  get('star', 'followers', '/follows/followers'),
  get('fan', 'purchases', '/wallet/purchases'),
  ...['feeds', 'videos', 'galleries', 'performers'].map((kind) => get('fan', `bookmarks, ${kind}`, `/reactions/${kind}/bookmark`)),
];

const own: Asked[] = [
  get('star', 'own posts', '/performer/feeds'),
  get('star', 'own posts, drafts', '/performer/feeds?state=draft'),
  get('star', 'own posts by a word', `/performer/feeds?q=${words.often}`),
  get('star', 'own videos', '/performer/performer-assets/videos/search?state=published'),
  get('star', 'own galleries by a word', `/performer/performer-assets/galleries/search?q=${words.often}`),
  get('star', 'own photos', '/performer/performer-assets/photos/search'),
];

const searches: Asked[] = [
  ...Object.entries(typed).flatMap(([what, q]) => [
    get('fan', `posts: ${what}`, `/user/feeds?q=${encodeURIComponent(q)}`),
    get('fan', `videos: ${what}`, `/performer-assets/videos/search?q=${encodeURIComponent(q)}&${orders.new}`),
    get('fan', `videos: ${what}, popular`, `/performer-assets/videos/search?q=${encodeURIComponent(q)}&${orders.popular}`),
    get('fan', `galleries: ${what}`, `/performer-assets/galleries/search?q=${encodeURIComponent(q)}&${orders.new}`),
    { what: `the whole site: ${what}`, path: '/search/keywords', as: 'fan' as const, body: { keyword: q } },
  ]),
  get('fan', 'posts of one by a word', `/user/feeds/search/growth.star?q=${words.often}`),
  get('fan', 'posts of one by a word, misspelt', `/user/feeds/search/growth.star?q=${words.misspeltOften}`),
];

const ofThread = `/messages/conversations/${thread}`;
const talks: Asked[] = [
  get('fan', 'a thread', ofThread),
  get('fan', 'a thread, further up', `${ofThread}?offset=100`),
  get('fan', 'a thread, what came since', `${ofThread}?after=50`),
  get('fan', 'a thread by a word', `${ofThread}?q=${words.sometimes}`),
  get('fan', 'a thread by a rare word', `${ofThread}?q=${words.rare}`),
  get('star', 'the inbox', '/conversations'),
  get('star', 'the inbox, unread', '/conversations?isUnread=true'),
  get('star', 'the inbox by a name', '/conversations?keyword=ba'),
  get('fan', 'conversations by a word', `/conversations/search?q=${words.sometimes}`),
  get('star', 'an inbox by a rare word', `/conversations/search?q=${words.rare}`),
  get('fan', 'notifications', '/notifications'),
  get('fan', 'the own account', '/users/me'),
];

const performers: Asked[] = [
  get('fan', 'performers', '/performers/user/search'),
  get('fan', 'performers, popular', '/performers/user/search?sortBy=popular'),
  get('fan', 'performers by looks', '/performers/user/search?gender=female&hair=red'),
  get('fan', 'performers, free', '/performers/user/search?isFreeSubscription=true'),
  get('fan', 'performers by name', '/performers/user/search?q=growth%2012'),
  get('fan', 'performers by a misspelt name', '/performers/user/search?q=grwth.star'),
];

export const asked: readonly Asked[] = [...lists, ...own, ...searches, ...performers, ...talks];
