/** Likes and bookmarks: exact counters, and lists of visible objects. */
import { eq } from 'drizzle-orm';
import { items } from '@server/platform/db/schema/content';
import { reactions } from '@server/platform/db/schema/responses';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct, fillStore } from '../../../tests/kit/content/products';
import { publishItem } from '../../../tests/kit/content/published-item';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let visitorCountry: string | null = null;
beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

interface TestUser {
  id: string;
  token: string;
}
type ObjectType = 'feed' | 'video' | 'gallery' | 'product' | 'performer' | 'comment';
type Action = 'like' | 'bookmark';
const missingId = '0198c0de-0000-7000-8000-00000000dead';

const react = (user: TestUser, objectType: ObjectType, objectId: string, action: Action = 'like') =>
  retryOn503(() => testHost.call('POST /reactions', { body: { objectType, objectId, action } }, { token: user.token }));
const unreact = (user: TestUser, objectType: ObjectType, objectId: string, action: Action = 'like') =>
  retryOn503(() => testHost.call('DELETE /reactions', { body: { objectType, objectId, action } }, { token: user.token }));
const likesOf = async (performer: TestUser) =>
  (await testHost.call('GET /performers/:id', { params: { id: performer.id } })).data.stats.likes;
const rowOf = async (id: string) => (await testHost.ctx.db.select().from(items).where(eq(items.id, id))).at(0);
const bookmarks = async (user: TestUser, type: string, query: object = {}) =>
  (await testHost.call('GET /reactions/:type/bookmark', { params: { type }, query }, { token: user.token })).data;
const comment = async (user: TestUser, objectId: string) =>
  (await testHost.call('POST /comments', { body: { objectType: 'feed', objectId, content: 'Hello' } }, { token: user.token })).data._id;

describe('likes and bookmarks', () => {
  test.each(['feed', 'video', 'gallery', 'product'] as const)(
    'of a %s are counted there, and likes also for its performer',
    async (kind) => {
      const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
      const id = kind === 'product' ? (await addProduct(testHost, performer))._id : await publishItem(testHost, performer, kind);
      const liked = { isLiked: true, isBookmarked: false, totalLike: 1 };
      expect((await react(fan, kind, id)).data).toEqual(liked);
      expect((await react(fan, kind, id)).data).toEqual(liked);
      expect((await react(fan, kind, id, 'bookmark')).data).toEqual({ ...liked, isBookmarked: true });
      expect(await rowOf(id)).toMatchObject({ likes: 1, bookmarks: 1 });
      expect(await likesOf(performer)).toBe(1);
      expect((await unreact(fan, kind, id)).data).toEqual({ isLiked: false, isBookmarked: true, totalLike: 0 });
      expect((await unreact(fan, kind, id)).data).toEqual({ isLiked: false, isBookmarked: true, totalLike: 0 });
      expect((await unreact(fan, kind, id, 'bookmark')).data).toEqual({ isLiked: false, isBookmarked: false, totalLike: 0 });
      expect(await rowOf(id)).toMatchObject({ likes: 0, bookmarks: 0 });
      expect(await likesOf(performer)).toBe(0);
    },
  );

  test('of a performer are on their card, and are added to those of their items', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await publishItem(testHost, performer);
    await react(fan, 'feed', id);
    expect((await react(fan, 'performer', performer.id)).data).toEqual({ isLiked: true, isBookmarked: false, totalLike: 2 });
    await react(fan, 'performer', performer.id, 'bookmark');
    const card = async () => (await testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token })).data;
    expect(await card()).toMatchObject({ isLiked: true, isBookmarked: true, stats: { likes: 2 } });
    await unreact(fan, 'performer', performer.id);
    expect(await card()).toMatchObject({ isLiked: false, isBookmarked: true, stats: { likes: 1 } });
  });

  test('of a comment are only counted on the comment', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await publishItem(testHost, performer);
    const commentId = await comment(fan, id);
    expect((await react(performer, 'comment', commentId)).data).toEqual({ isLiked: true, isBookmarked: false, totalLike: 1 });
    expect((await react(performer, 'comment', commentId, 'bookmark')).data).toMatchObject({ isBookmarked: true, totalLike: 1 });
    expect(await likesOf(performer)).toBe(0);
    expect((await unreact(performer, 'comment', commentId)).data.totalLike).toBe(0);
    expect((await unreact(performer, 'comment', commentId, 'bookmark')).data.isBookmarked).toBe(false);
  });

  test('of one person count once when sent concurrently, and those of fifty people fifty times', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await publishItem(testHost, performer);
    const responses = await Promise.all(Array.from({ length: 50 }, () => react(fan, 'feed', id)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect([(await rowOf(id))?.likes, await likesOf(performer)]).toEqual([1, 1]);
    const fans = await Promise.all(Array.from({ length: 49 }, () => signUpFan(testHost)));
    await Promise.all(fans.flatMap((user) => [react(user, 'feed', id), react(user, 'performer', performer.id), react(user, 'feed', id)]));
    expect([(await rowOf(id))?.likes, await likesOf(performer)]).toEqual([50, 99]);
    await Promise.all(
      [fan, ...fans].flatMap((user) => [unreact(user, 'feed', id), react(user, 'feed', id, 'bookmark'), unreact(user, 'feed', id)]),
    );
    expect(await rowOf(id)).toMatchObject({ likes: 0, bookmarks: 50 });
    expect(await likesOf(performer)).toBe(49);
  });

  test('differ for locked items, which can be bookmarked but not liked', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const id = await publishItem(testHost, performer, 'video', { audience: 'followers' });
    expect((await react(fan, 'video', id)).errorBody.error).toBe('content_locked');
    expect((await react(fan, 'video', id, 'bookmark')).data.isBookmarked).toBe(true);
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
    expect((await react(fan, 'video', id)).data.isLiked).toBe(true);
    expect((await react(performer, 'video', id)).data.totalLike).toBe(2);
  });

  test('are rejected for missing objects, and when there is a block', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const [id, draft] = [
      await publishItem(testHost, performer),
      await publishItem(testHost, performer, 'feed', { audience: 'public', status: 'draft' }),
    ];
    for (const [objectType, error] of [
      ['feed', 'feed_not_found'],
      ['video', 'video_not_found'],
      ['gallery', 'gallery_not_found'],
      ['product', 'product_not_found'],
      ['performer', 'performer_not_found'],
      ['comment', 'comment_not_found'],
    ] as const) {
      expect((await react(fan, objectType, missingId)).errorBody.error).toBe(error);
      expect((await unreact(fan, objectType, missingId)).data).toEqual({ isLiked: false, isBookmarked: false, totalLike: 0 });
    }
    const hidden = await addProduct(testHost, performer, { status: 'inactive' });
    expect((await react(fan, 'product', hidden._id)).errorBody.error).toBe('product_not_found');
    expect((await react(fan, 'feed', draft)).errorBody.error).toBe('feed_not_found');
    expect((await react(fan, 'video', id)).errorBody.error).toBe('video_not_found');
    expect((await react(fan, 'performer', fan.id)).errorBody.error).toBe('performer_not_found');
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    for (const [type, object] of [
      ['feed', id],
      ['performer', performer.id],
    ] as const)
      expect((await react(fan, type, object, 'bookmark')).errorBody.error).toBe('blocked_by_performer');
  });
});

describe('lists of bookmarks', () => {
  test('contain the objects of each kind, newest first, in full pages', async () => {
    const [fan, performer, blocker] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
    const expectedIds: string[] = [];
    for (const owner of [performer, blocker, performer, blocker, performer]) {
      const id = await publishItem(testHost, owner, 'feed', { audience: 'subscribers' });
      if (owner === performer) expectedIds.unshift(id);
      await react(fan, 'feed', id, 'bookmark');
      testHost.clock.advance({ seconds: 1 });
    }
    for (const kind of ['video', 'gallery'] as const) await react(fan, kind, await publishItem(testHost, performer, kind), 'bookmark');
    for (const owner of [performer, blocker]) await react(fan, 'product', (await addProduct(testHost, owner))._id, 'bookmark');
    await react(fan, 'performer', performer.id, 'bookmark');
    await react(fan, 'performer', blocker.id, 'bookmark');
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: blocker.token });
    const first = await testHost.call('GET /reactions/feeds/bookmark', { query: { limit: 2 } }, { token: fan.token });
    expect(first.data).toMatchObject({
      total: 3,
      data: [{ objectId: expectedIds[0], object: { isLocked: true, isBookmarked: true } }, { objectId: expectedIds[1] }],
    });
    const next = await bookmarks(fan, 'feeds', { limit: 2, cursor: first.data.nextCursor });
    expect(next.data.map(({ objectId }) => objectId)).toEqual([expectedIds[2]]);
    expect(await bookmarks(fan, 'galleries')).toMatchObject({ total: 1, data: [{ objectType: 'gallery', object: { kind: 'gallery' } }] });
    expect(await bookmarks(fan, 'videos')).toMatchObject({ total: 1, data: [{ objectType: 'video', object: { kind: 'video' } }] });
    expect(await bookmarks(fan, 'products')).toMatchObject({
      total: 1,
      data: [{ objectType: 'product', object: { kind: 'product', price: 12.5, isBookmarked: true } }],
    });
    expect(await bookmarks(fan, 'performers')).toMatchObject({
      total: 1,
      data: [{ objectId: performer.id, object: { isBookmarked: true } }],
    });
    for (const name of [
      'GET /reactions/galleries/bookmark',
      'GET /reactions/videos/bookmark',
      'GET /reactions/products/bookmark',
      'GET /reactions/performers/bookmark',
    ] as const)
      expect((await testHost.call(name, {}, { token: fan.token })).data.total).toBe(1);
    expect((await bookmarks(fan, 'feeds', { q: 'something' })).total).toBe(3);
    expect((await bookmarks(fan, 'performers', { q: 'nothing of it' })).total).toBe(0);
    expect(
      (await testHost.call('GET /reactions/:type/bookmark', { params: { type: 'comments' } }, { token: fan.token })).errorBody.error,
    ).toBe('not_found');
  });

  test('leave out unlisted and expired items, and items that are blocked in the visitor’s current country', async () => {
    const [fan, performer, operator] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpOperator(testHost)];
    const expiresAt = new Date(testHost.clock.now().getTime() + 60_000);
    const [unlisted, expired] = [
      await publishItem(testHost, performer),
      await publishItem(testHost, performer, 'feed', { audience: 'public', expiresAt }),
    ];
    for (const user of [fan, operator]) for (const id of [unlisted, expired]) await react(user, 'feed', id, 'bookmark');
    expect((await bookmarks(fan, 'feeds')).total).toBe(2);
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect((await bookmarks(fan, 'feeds')).total).toBe(0);
    expect((await bookmarks(operator, 'feeds')).total).toBe(2);
    visitorCountry = null;
    testHost.clock.advance({ minutes: 2 });
    expect((await bookmarks(fan, 'feeds')).data.map(({ objectId }) => objectId)).toEqual([unlisted]);
    await testHost.ctx.db.update(items).set({ isListed: false }).where(eq(items.id, unlisted));
    expect(await bookmarks(fan, 'feeds')).toMatchObject({ data: [], total: 0 });
  });

  test('use the same number of queries for ten rows and for a hundred', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    for (const kind of ['feed', 'video', 'gallery', 'product'] as const) {
      const ids = kind === 'product' ? await fillStore(testHost, performer, 100) : [];
      if (kind !== 'product') for (let count = 0; count < 100; count += 1) ids.push(await publishItem(testHost, performer, kind));
      await testHost.ctx.db.insert(reactions).values(
        ids.map((objectId) => ({
          id: testHost.ctx.random.id(),
          accountId: fan.id,
          objectType: kind,
          objectId,
          action: 'bookmark' as const,
          createdAt: testHost.clock.now(),
        })),
      );
    }
    for (const type of ['feeds', 'videos', 'galleries', 'products']) {
      const read = (limit: number) => countQueries(testHost, async () => (await bookmarks(fan, type, { limit })).data.length);
      const [few, many] = [await read(10), await read(100)];
      expect([few.result, many.result]).toEqual([10, 100]);
      expect(many.queries).toBe(few.queries);
    }
  });
});
