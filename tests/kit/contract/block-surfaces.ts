/**
 * The endpoints that return one of two people to the other, or act on the other, with the requests that test them. While one has
 * blocked the other, they must not. `blockIndependentEndpoints` has all other endpoints that are not only for operators.
 */
import type { Api } from '@contract/api';
import type { Input } from '@contract/kernel/endpoint';
import type { ViewerRole, Pair } from './pair';

/** Endpoints that are not only for operators. */
export type NonOperatorEndpoint = { [N in keyof Api]: Api[N] extends { access: 'operator' } ? never : N }[keyof Api];

/** One request, and who sends it. */
export interface VisibilityCase<N extends NonOperatorEndpoint> {
  viewer: ViewerRole;
  inputOf(pair: Pair): Input<Api[N]>;
  /** Whether the response shows the other person; by default, whether it contains one of their marks. */
  shows?(data: unknown): boolean;
}

export interface Surface<N extends NonOperatorEndpoint> {
  /** Requests whose response shows the other person, but not while a block exists. */
  shows?: readonly VisibilityCase<N>[];
  /** Actions on the other person, which are rejected while a block exists. */
  rejects?: readonly VisibilityCase<N>[];
}

type RequestInput<N extends NonOperatorEndpoint> = (pair: Pair) => Input<Api[N]>;

const asViewers =
  (...roles: ViewerRole[]) =>
  <N extends NonOperatorEndpoint>(inputOf: RequestInput<N>, shows?: (data: unknown) => boolean): VisibilityCase<N>[] =>
    roles.map((viewer) => ({ viewer, inputOf, ...(shows && { shows }) }));
const fan = asViewers('fan');
const performer = asViewers('performer');
/** For visitors with and without an account. */
const visitors = asViewers('fan', 'guest');

const noInput = () => ({}) as never;
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
const performerParam = (pair: Pair) => ({ params: { id: pair.performer.id } }) as never;
const hasData = (data: unknown): boolean => data !== undefined;
const isCounted = (data: unknown): boolean => Object.values((data as { totals: Record<string, number> }).totals).some((count) => count > 0);

const canWrite = (data: unknown): boolean => (data as { canWrite: boolean }).canWrite;
/** A purchase stays on the list with its price; the item itself is included only while it is visible. */
const hasItems = (data: unknown): boolean => (data as { data: { item: unknown }[] }).data.some(({ item }) => item !== null);

/** An account that the caller has blocked is found, and marked as blocked. */
const isNotBlocked = (data: unknown): boolean => !(data as { isBlocked: boolean }).isBlocked;

const shows = <N extends NonOperatorEndpoint>(...cases: VisibilityCase<N>[][]): Surface<N> => ({ shows: cases.flat() });
const rejects = <N extends NonOperatorEndpoint>(...cases: VisibilityCase<N>[][]): Surface<N> => ({ rejects: cases.flat() });

/** Endpoints that return one of the two to the other, or that act on the other. */
export const surfaces: { [N in NonOperatorEndpoint]?: Surface<N> } = {
  'GET /performers/user/search': shows(
    visitors(noInput),
    visitors(({ performer: { username } }) => ({ query: { q: username } })),
  ),
  'GET /performers/search/random': shows(asViewers('guest')(() => ({ query: { limit: 50 } }))),
  'GET /performers/top': shows(visitors(noInput)),
  'GET /performers/:id': shows(
    visitors(performerParam),
    visitors(({ performer: { username } }) => ({ params: { id: username } })),
  ),
  'GET /user/feeds': shows(
    visitors(noInput),
    visitors((pair) => ({ query: { performerId: pair.performer.id } })),
    fan(() => ({ query: { isHome: true } })),
  ),
  'GET /user/feeds/search/:username': shows(visitors((pair) => ({ params: { username: pair.performer.username }, query: {} }))),
  'GET /user/feeds/:id': shows(visitors(params('feed')), visitors(params('slugFeed')), fan(params('photoPost')), fan(params('sold'))),
  'POST /user/feeds/vote/:id': rejects(fan(params('option'))),
  'GET /performer-assets/galleries/search': shows(
    visitors(noInput),
    visitors(() => ({ query: { q: 'Zephyr' } })),
  ),
  'GET /performer-assets/galleries/:id': shows(visitors(params('gallery'))),
  'GET /performer-assets/photos': shows(visitors((pair) => ({ query: { performerId: pair.performer.id } }))),
  'GET /performer-assets/photos/:performerId': shows(visitors((pair) => ({ params: { performerId: pair.performer.id }, query: {} }))),
  'GET /performer-assets/videos/search': shows(
    visitors(noInput),
    visitors(() => ({ query: { q: 'Zephyr' } })),
  ),
  'GET /performer-assets/videos/:id': shows(
    visitors(params('video')),
    // The performer is among the participants of another performer's video.
    visitors(params('appearanceVideo')),
  ),
  'GET /performer-assets/products/search': shows(
    visitors(noInput),
    visitors(() => ({ query: { q: 'Zephyr' } })),
  ),
  'GET /performer-assets/products/:id': shows(visitors(params('product'))),
  'GET /performer-assets/products/:id/download-link': rejects(fan(params('file'))),
  'POST /search/keywords': shows(
    visitors((pair) => ({ body: { keyword: pair.performer.username } }), isCounted),
    visitors(() => ({ body: { keyword: 'Zephyr' } }), isCounted),
  ),
  'GET /search/addresses': shows(
    visitors(() => ({ query: { kind: 'performer' as const } })),
    visitors(() => ({ query: { kind: 'feed' as const } })),
    visitors(() => ({ query: { kind: 'product' as const } })),
  ),
  'GET /files/:id/status': shows(fan(params('photoFile'), hasData)),
  'GET /comments': shows(
    visitors(comments('feed', 'sharedPost')),
    performer(comments('feed', 'sharedPost')),
    visitors(comments('feed', 'feed'), hasData),
    performer(comments('feed', 'feed')),
    fan(comments('comment', 'threadRoot')),
  ),
  'POST /reports': rejects(
    fan(report('feed', 'feed')),
    fan(report('comment', 'performerComment')),
    performer(report('comment', 'fanComment')),
  ),
  'POST /comments': rejects(
    fan(comment('feed', 'feed')),
    fan(comment('comment', 'performerComment')),
    performer(comment('comment', 'fanComment')),
  ),
  'POST /reactions': rejects(
    fan(like('feed', 'feed')),
    fan((pair) => ({ body: { objectType: 'performer' as const, objectId: pair.performer.id, action: 'like' as const } })),
    fan(like('comment', 'performerComment')),
    performer(like('comment', 'fanComment')),
  ),
  'GET /reactions/feeds/bookmark': shows(fan(noInput)),
  'GET /reactions/galleries/bookmark': shows(fan(noInput)),
  'GET /reactions/videos/bookmark': shows(fan(noInput)),
  'GET /reactions/products/bookmark': shows(fan(noInput)),
  'GET /reactions/performers/bookmark': shows(fan(noInput)),
  'GET /reactions/:type/bookmark': shows(fan(() => ({ params: { type: 'feeds' }, query: {} }))),
  'POST /follows/:id': rejects(fan(performerParam)),
  'GET /follows/followers': shows(performer(noInput)),
  'GET /follows/following': shows(fan(noInput)),
  // The messages remain readable and reportable; the recipient can no longer be written to.
  'GET /conversations/:id': shows(asViewers('fan', 'performer')(({ id }) => ({ params: { id: id.conversation } }), canWrite)),
  'POST /messages/conversations/:id': rejects(
    fan((pair) => ({ params: { id: pair.id.conversation }, body: { text: 'Hello?' } })),
    performer((pair) => ({ params: { id: pair.id.conversation }, body: { text: 'Hello?' } })),
  ),
  'PUT /messages/:id': rejects(performer((pair) => ({ params: { id: pair.id.sent }, body: { text: 'Only for you' } }))),
  'PUT /messages/:id/reactions/:emoji': rejects(
    fan((pair) => ({ params: { id: pair.id.sent, emoji: '❤️' } })),
    performer((pair) => ({ params: { id: pair.id.sent, emoji: '❤️' } })),
  ),
  'GET /performer/fans/:id': shows(performer((pair) => ({ params: { id: pair.fan.id } }))),
  'PUT /performer/fans/:id/note': rejects(performer((pair) => ({ params: { id: pair.fan.id }, body: { text: 'Likes it' } }))),
  'GET /performer/lists': shows(performer(noInput, (data) => (data as { total: number }[]).some(({ total }) => total > 0))),
  'POST /performer/lists': rejects(performer((pair) => ({ body: { name: 'More', userIds: [pair.fan.id] } }))),
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
  'GET /notifications': shows(fan(noInput), performer(noInput)),
  'GET /streaming/user/search': shows(visitors(noInput)),
  'GET /streaming/join/:id': shows(fan(params('stream')), fan(performerParam)),
  'POST /streaming/agora/token': rejects(fan((pair) => ({ body: { streamId: pair.id.stream } }))),
  'GET /streaming/live/:id/viewers': shows(performer(params('stream'))),
  'GET /conversations/stream/performer/:id': shows(visitors(performerParam)),
  'GET /messages/stream/:id': shows(
    fan((pair) => ({ params: { id: pair.id.chat }, query: {} })),
    fan((pair) => ({ params: { id: pair.id.otherChat }, query: {} })),
    performer((pair) => ({ params: { id: pair.id.otherChat }, query: {} })),
  ),
  'GET /messages/conversations/public/:id': shows(fan((pair) => ({ params: { id: pair.id.otherChat }, query: {} }))),
  'POST /messages/stream/:id': rejects(fan((pair) => ({ params: { id: pair.id.chat }, body: { text: 'Encore' } }))),
  'POST /streaming/private-requests': rejects(fan((pair) => ({ body: { performerId: pair.performer.id } }))),
  'POST /wallet/charges/tip/:id': rejects(fan((pair) => ({ params: { id: pair.performer.id }, body: { price: 10 } }))),
  'POST /wallet/charges/feed/:id': rejects(fan((pair) => ({ params: { id: pair.id.unsold }, body: {} }))),
  'POST /wallet/charges/video/:id': rejects(fan((pair) => ({ params: { id: pair.id.video }, body: {} }))),
  'POST /wallet/charges/gallery/:id': rejects(fan((pair) => ({ params: { id: pair.id.gallery }, body: {} }))),
  'POST /wallet/charges/product/:id': rejects(
    fan((pair) => ({ params: { id: pair.id.product }, body: { deliveryAddressId: pair.id.home, phoneNumber: '+49 30 1234' } })),
  ),
  'POST /wallet/charges/cart': rejects(
    fan((pair) => ({
      body: {
        lines: [{ productId: pair.id.product, quantity: 1 }],
        deliveryAddressId: pair.id.home,
        phoneNumber: '+49 30 1234',
      },
    })),
  ),
  'POST /wallet/charges/message/:id': rejects(fan((pair) => ({ params: { id: pair.id.priced }, body: {} }))),
  'POST /wallet/charges/ticket/:id': rejects(fan((pair) => ({ params: { id: pair.id.ticketed }, body: {} }))),
  'POST /wallet/charges/ticket/:id/return': rejects(fan(params('ticketed'))),
  'POST /wallet/charges/stream/:id': rejects(fan((pair) => ({ params: { id: pair.id.stream }, body: {} }))),
  'GET /wallet/purchases': shows(fan(noInput, hasItems)),
  'POST /payment/subscribe/performers': rejects(fan((pair) => ({ body: { performerId: pair.performer.id, source: 'wallet' as const } }))),
};
