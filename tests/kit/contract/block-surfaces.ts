/**
 * Every endpoint that is not the operators' alone, and what it does with two people who may not see each other: it shows one to
 * the other (and then must not), refuses what one would do to the other, keeps something on purpose, or has nobody else on it.
 */
import type { Api } from '@contract/api';
import type { Input } from '@contract/endpoint';
import type { Eye, Pair } from '../../support/pair';

/** Endpoints for others than operators. */
export type OpenName = { [N in keyof Api]: Api[N] extends { access: 'operator' } ? never : N }[keyof Api];

/** One question, and who asks it. */
export interface Look<N extends OpenName> {
  eye: Eye;
  ask(pair: Pair): Input<Api[N]>;
  /** Whether the answer shows the other of the two; by default whether it names her. */
  shows?(data: unknown): boolean;
}

export interface Surface<N extends OpenName> {
  /** Shows the other of the two while nothing is between them, and nothing of her else. */
  shows?: readonly Look<N>[];
  /** Done to the other: refused as long as something is between them. */
  refuses?: readonly Look<N>[];
}

type Question<N extends OpenName> = (pair: Pair) => Input<Api[N]>;

const by =
  (...eyes: Eye[]) =>
  <N extends OpenName>(ask: Question<N>, shows?: (data: unknown) => boolean): Look<N>[] =>
    eyes.map((eye) => ({ eye, ask, ...(shows && { shows }) }));
const fan = by('fan');
const performer = by('performer');
/** For whoever comes, with an account or without. */
const visitors = by('fan', 'guest');

const nothing = () => ({}) as never;
const params = (key: keyof Pair['id']) => (pair: Pair) => ({ params: { id: pair.id[key] } }) as never;
const report = (target: 'feed' | 'comment', key: keyof Pair['id']) => (pair: Pair) => ({
  body: { target, targetId: pair.id[key], reason: 'spam' as const },
});
const comments = (objectType: 'feed' | 'comment', key: keyof Pair['id']) => (pair: Pair) => ({
  query: { objectType, objectId: pair.id[key] },
});
const comment = (objectType: 'feed' | 'comment', key: keyof Pair['id']) => (pair: Pair) => ({
  body: { objectType, objectId: pair.id[key], content: 'More' },
});
const like = (objectType: 'feed' | 'comment', key: keyof Pair['id']) => (pair: Pair) => ({
  body: { objectType, objectId: pair.id[key], action: 'like' as const },
});
const herself = (pair: Pair) => ({ params: { id: pair.performer.id } }) as never;
const isAnswered = (data: unknown): boolean => data !== undefined;
const isCounted = (data: unknown): boolean => Object.values((data as { totals: Record<string, number> }).totals).some((count) => count > 0);

const isOpenTalk = (data: unknown): boolean => (data as { canWrite: boolean }).canWrite;
/** What was bought stays on the list with its price; the thing itself is in it only while it can be seen. */
const hasThings = (data: unknown): boolean => (data as { data: { item: unknown }[] }).data.some(({ item }) => item !== null);

/** Whom one has blocked oneself is found, and said to be blocked. */
const isNotBlocked = (data: unknown): boolean => !(data as { isBlocked: boolean }).isBlocked;

const shows = <N extends OpenName>(...looks: Look<N>[][]): Surface<N> => ({ shows: looks.flat() });
const refuses = <N extends OpenName>(...looks: Look<N>[][]): Surface<N> => ({ refuses: looks.flat() });

/** Where one of the two is seen, or does something to the other. */
export const surfaces: { [N in OpenName]?: Surface<N> } = {
  'GET /performers/user/search': shows(
    visitors(nothing),
    visitors(({ performer: { username } }) => ({ query: { q: username } })),
  ),
  'GET /performers/search/random': shows(by('guest')(() => ({ query: { limit: 50 } }))),
  'GET /performers/top': shows(visitors(nothing)),
  'GET /performers/:id': shows(
    visitors(herself),
    visitors(({ performer: { username } }) => ({ params: { id: username } })),
  ),
  'GET /user/feeds': shows(
    visitors(nothing),
    visitors((pair) => ({ query: { performerId: pair.performer.id } })),
    fan(() => ({ query: { isHome: true } })),
  ),
  'GET /user/feeds/search/:username': shows(visitors((pair) => ({ params: { username: pair.performer.username }, query: {} }))),
  'GET /user/feeds/:id': shows(visitors(params('feed')), visitors(params('slugFeed')), fan(params('pictured')), fan(params('sold'))),
  'POST /user/feeds/vote/:id': refuses(fan(params('option'))),
  'GET /performer-assets/galleries/search': shows(
    visitors(nothing),
    visitors(() => ({ query: { q: 'Zephyr' } })),
  ),
  'GET /performer-assets/galleries/:id': shows(visitors(params('gallery'))),
  'GET /performer-assets/photos': shows(visitors((pair) => ({ query: { performerId: pair.performer.id } }))),
  'GET /performer-assets/photos/:performerId': shows(visitors((pair) => ({ params: { performerId: pair.performer.id }, query: {} }))),
  'GET /performer-assets/videos/search': shows(
    visitors(nothing),
    visitors(() => ({ query: { q: 'Zephyr' } })),
  ),
  'GET /performer-assets/videos/:id': shows(
    visitors(params('video')),
    // She stands among the people of another's film.
    visitors(params('guestFilm')),
  ),
  'GET /performer-assets/products/search': shows(
    visitors(nothing),
    visitors(() => ({ query: { q: 'Zephyr' } })),
  ),
  'GET /performer-assets/products/:id': shows(visitors(params('product'))),
  'GET /performer-assets/products/:id/download-link': refuses(fan(params('file'))),
  'POST /search/keywords': shows(
    visitors((pair) => ({ body: { keyword: pair.performer.username } }), isCounted),
    visitors(() => ({ body: { keyword: 'Zephyr' } }), isCounted),
  ),
  'GET /search/addresses': shows(
    visitors(() => ({ query: { kind: 'performer' as const } })),
    visitors(() => ({ query: { kind: 'feed' as const } })),
    visitors(() => ({ query: { kind: 'product' as const } })),
  ),
  'GET /files/:id/status': shows(fan(params('photoFile'), isAnswered)),
  'GET /comments': shows(
    visitors(comments('feed', 'meeting')),
    performer(comments('feed', 'meeting')),
    visitors(comments('feed', 'feed'), isAnswered),
    performer(comments('feed', 'feed')),
    fan(comments('comment', 'below')),
  ),
  'POST /reports': refuses(fan(report('feed', 'feed')), fan(report('comment', 'hersWord')), performer(report('comment', 'fansWord'))),
  'POST /comments': refuses(fan(comment('feed', 'feed')), fan(comment('comment', 'hersWord')), performer(comment('comment', 'fansWord'))),
  'POST /reactions': refuses(
    fan(like('feed', 'feed')),
    fan((pair) => ({ body: { objectType: 'performer' as const, objectId: pair.performer.id, action: 'like' as const } })),
    fan(like('comment', 'hersWord')),
    performer(like('comment', 'fansWord')),
  ),
  'GET /reactions/feeds/bookmark': shows(fan(nothing)),
  'GET /reactions/galleries/bookmark': shows(fan(nothing)),
  'GET /reactions/videos/bookmark': shows(fan(nothing)),
  'GET /reactions/products/bookmark': shows(fan(nothing)),
  'GET /reactions/performers/bookmark': shows(fan(nothing)),
  'GET /reactions/:type/bookmark': shows(fan(() => ({ params: { type: 'feeds' }, query: {} }))),
  'POST /follows/:id': refuses(fan(herself)),
  'GET /follows/followers': shows(performer(nothing)),
  'GET /follows/following': shows(fan(nothing)),
  // What was said stays to be read, and to be reported; she is not there any more.
  'GET /conversations/:id': shows(by('fan', 'performer')(({ id }) => ({ params: { id: id.talk } }), isOpenTalk)),
  'POST /messages/conversations/:id': refuses(
    fan((pair) => ({ params: { id: pair.id.talk }, body: { text: 'Hello?' } })),
    performer((pair) => ({ params: { id: pair.id.talk }, body: { text: 'Hello?' } })),
  ),
  'GET /performer/fans/:id': shows(performer((pair) => ({ params: { id: pair.fan.id } }))),
  'PUT /performer/fans/:id/note': refuses(performer((pair) => ({ params: { id: pair.fan.id }, body: { text: 'Likes it' } }))),
  'GET /performer/lists': shows(performer(nothing, (data) => (data as { total: number }[]).some(({ total }) => total > 0))),
  'POST /performer/lists': refuses(performer((pair) => ({ body: { name: 'More', userIds: [pair.fan.id] } }))),
  'GET /performer/lists/:id': shows(performer(params('list'))),
  'PUT /performer/lists/:id': shows(performer((pair) => ({ params: { id: pair.id.list }, body: { addIds: [pair.fan.id] } }))),
  'POST /mass-messages/count': shows(
    performer(
      () => ({ body: { include: ['followers'] } }),
      (data) => (data as { total: number }).total > 0,
    ),
  ),
  'GET /users/search': shows(performer((pair) => ({ query: { q: pair.fan.username } }))),
  'GET /users/view/:id': shows(performer((pair) => ({ params: { id: pair.fan.id } }), isNotBlocked)),
  'GET /notifications': shows(fan(nothing), performer(nothing)),
  'GET /streaming/user/search': shows(visitors(nothing)),
  'GET /streaming/join/:id': shows(fan(params('stream')), fan(herself)),
  'POST /streaming/agora/token': refuses(fan((pair) => ({ body: { streamId: pair.id.stream } }))),
  'GET /streaming/live/:id/viewers': shows(performer(params('stream'))),
  'GET /conversations/stream/performer/:id': shows(visitors(herself)),
  'GET /messages/stream/:id': shows(
    fan((pair) => ({ params: { id: pair.id.chat }, query: {} })),
    fan((pair) => ({ params: { id: pair.id.otherChat }, query: {} })),
    performer((pair) => ({ params: { id: pair.id.otherChat }, query: {} })),
  ),
  'GET /messages/conversations/public/:id': shows(fan((pair) => ({ params: { id: pair.id.otherChat }, query: {} }))),
  'POST /messages/stream/:id': refuses(fan((pair) => ({ params: { id: pair.id.chat }, body: { text: 'Encore' } }))),
  'POST /streaming/private-requests': refuses(fan((pair) => ({ body: { performerId: pair.performer.id } }))),
  'POST /wallet/charges/tip/:id': refuses(fan((pair) => ({ params: { id: pair.performer.id }, body: { price: 10 } }))),
  'POST /wallet/charges/feed/:id': refuses(fan((pair) => ({ params: { id: pair.id.unsold }, body: {} }))),
  'POST /wallet/charges/video/:id': refuses(fan((pair) => ({ params: { id: pair.id.video }, body: {} }))),
  'POST /wallet/charges/gallery/:id': refuses(fan((pair) => ({ params: { id: pair.id.gallery }, body: {} }))),
  'POST /wallet/charges/product/:id': refuses(
    fan((pair) => ({ params: { id: pair.id.product }, body: { deliveryAddressId: pair.id.home, phoneNumber: '+49 30 1234' } })),
  ),
  'POST /wallet/charges/cart': refuses(
    fan((pair) => ({
      body: {
        lines: [{ productId: pair.id.product, quantity: 1 }],
        deliveryAddressId: pair.id.home,
        phoneNumber: '+49 30 1234',
      },
    })),
  ),
  'POST /wallet/charges/message/:id': refuses(fan((pair) => ({ params: { id: pair.id.priced }, body: {} }))),
  'POST /wallet/charges/stream/:id': refuses(fan((pair) => ({ params: { id: pair.id.stream }, body: {} }))),
  'GET /wallet/purchases': shows(fan(nothing, hasThings)),
  'POST /payment/subscribe/performers': refuses(fan((pair) => ({ body: { performerId: pair.performer.id, source: 'wallet' as const } }))),
};
