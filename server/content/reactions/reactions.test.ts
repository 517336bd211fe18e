/** Likes and bookmarks: counted exactly, listed as far as they can still be seen. */
import { eq } from 'drizzle-orm';
import { items, reactions } from '@server/platform/db/schema/schema';
import { insist } from '../../../tests/kit/timing/retry';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct, fillStore } from '../../../tests/kit/content/products';
import { published } from '../../../tests/kit/content/published-item';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;
beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => world.close());
beforeEach(() => {
  visitorCountry = null;
});

interface Somebody {
  id: string;
  token: string;
}
type ObjectType = 'feed' | 'video' | 'gallery' | 'product' | 'performer' | 'comment';
type Action = 'like' | 'bookmark';
const nobody = '0198c0de-0000-7000-8000-00000000dead';

const react = (who: Somebody, objectType: ObjectType, objectId: string, action: Action = 'like') =>
  insist(() => world.call('POST /reactions', { body: { objectType, objectId, action } }, { token: who.token }));
const takeBack = (who: Somebody, objectType: ObjectType, objectId: string, action: Action = 'like') =>
  insist(() => world.call('DELETE /reactions', { body: { objectType, objectId, action } }, { token: who.token }));
const likesOf = async (performer: Somebody) => (await world.call('GET /performers/:id', { params: { id: performer.id } })).data.stats.likes;
const rowOf = async (id: string) => (await world.ctx.db.select().from(items).where(eq(items.id, id))).at(0);
const bookmarks = async (who: Somebody, type: string, query: object = {}) =>
  (await world.call('GET /reactions/:type/bookmark', { params: { type }, query }, { token: who.token })).data;
const comment = async (who: Somebody, objectId: string) =>
  (await world.call('POST /comments', { body: { objectType: 'feed', objectId, content: 'Hello' } }, { token: who.token })).data._id;

describe('likes and bookmarks', () => {
  test.each(['feed', 'video', 'gallery', 'product'] as const)('of a %s count there, and likes for its performer too', async (kind) => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = kind === 'product' ? (await addProduct(world, performer))._id : await published(world, performer, kind);
    const liked = { isLiked: true, isBookmarked: false, totalLike: 1 };
    expect((await react(fan, kind, id)).data).toEqual(liked);
    expect((await react(fan, kind, id)).data).toEqual(liked);
    expect((await react(fan, kind, id, 'bookmark')).data).toEqual({ ...liked, isBookmarked: true });
    expect(await rowOf(id)).toMatchObject({ likes: 1, bookmarks: 1 });
    expect(await likesOf(performer)).toBe(1);
    expect((await takeBack(fan, kind, id)).data).toEqual({ isLiked: false, isBookmarked: true, totalLike: 0 });
    expect((await takeBack(fan, kind, id)).data).toEqual({ isLiked: false, isBookmarked: true, totalLike: 0 });
    expect((await takeBack(fan, kind, id, 'bookmark')).data).toEqual({ isLiked: false, isBookmarked: false, totalLike: 0 });
    expect(await rowOf(id)).toMatchObject({ likes: 0, bookmarks: 0 });
    expect(await likesOf(performer)).toBe(0);
  });

  test('of a page show on its card, and add up with those of what is on it', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await published(world, performer);
    await react(fan, 'feed', id);
    expect((await react(fan, 'performer', performer.id)).data).toEqual({ isLiked: true, isBookmarked: false, totalLike: 2 });
    await react(fan, 'performer', performer.id, 'bookmark');
    const card = async () => (await world.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token })).data;
    expect(await card()).toMatchObject({ isLiked: true, isBookmarked: true, stats: { likes: 2 } });
    await takeBack(fan, 'performer', performer.id);
    expect(await card()).toMatchObject({ isLiked: false, isBookmarked: true, stats: { likes: 1 } });
  });

  test('of a comment count on the comment alone', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await published(world, performer);
    const said = await comment(fan, id);
    expect((await react(performer, 'comment', said)).data).toEqual({ isLiked: true, isBookmarked: false, totalLike: 1 });
    expect((await react(performer, 'comment', said, 'bookmark')).data).toMatchObject({ isBookmarked: true, totalLike: 1 });
    expect(await likesOf(performer)).toBe(0);
    expect((await takeBack(performer, 'comment', said)).data.totalLike).toBe(0);
    expect((await takeBack(performer, 'comment', said, 'bookmark')).data.isBookmarked).toBe(false);
  });

  test('fifty at once by one person count one, by fifty people fifty', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await published(world, performer);
    const answers = await Promise.all(Array.from({ length: 50 }, () => react(fan, 'feed', id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([(await rowOf(id))?.likes, await likesOf(performer)]).toEqual([1, 1]);
    const crowd = await Promise.all(Array.from({ length: 49 }, () => signUpFan(world)));
    await Promise.all(crowd.flatMap((who) => [react(who, 'feed', id), react(who, 'performer', performer.id), react(who, 'feed', id)]));
    expect([(await rowOf(id))?.likes, await likesOf(performer)]).toEqual([50, 99]);
    await Promise.all(
      [fan, ...crowd].flatMap((who) => [takeBack(who, 'feed', id), react(who, 'feed', id, 'bookmark'), takeBack(who, 'feed', id)]),
    );
    expect(await rowOf(id)).toMatchObject({ likes: 0, bookmarks: 50 });
    expect(await likesOf(performer)).toBe(49);
  }, 90_000);

  test('what is locked may be kept in mind, but not liked', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const id = await published(world, performer, 'video', { audience: 'followers' });
    expect((await react(fan, 'video', id)).refusal.error).toBe('content_locked');
    expect((await react(fan, 'video', id, 'bookmark')).data.isBookmarked).toBe(true);
    await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token });
    expect((await react(fan, 'video', id)).data.isLiked).toBe(true);
    expect((await react(performer, 'video', id)).data.totalLike).toBe(2);
  });

  test('are refused where there is nothing, and behind a block', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const [id, draft] = [
      await published(world, performer),
      await published(world, performer, 'feed', { audience: 'public', status: 'draft' }),
    ];
    for (const [objectType, error] of [
      ['feed', 'feed_not_found'],
      ['video', 'video_not_found'],
      ['gallery', 'gallery_not_found'],
      ['product', 'product_not_found'],
      ['performer', 'performer_not_found'],
      ['comment', 'comment_not_found'],
    ] as const) {
      expect((await react(fan, objectType, nobody)).refusal.error).toBe(error);
      expect((await takeBack(fan, objectType, nobody)).data).toEqual({ isLiked: false, isBookmarked: false, totalLike: 0 });
    }
    const hidden = await addProduct(world, performer, { status: 'inactive' });
    expect((await react(fan, 'product', hidden._id)).refusal.error).toBe('product_not_found');
    expect((await react(fan, 'feed', draft)).refusal.error).toBe('feed_not_found');
    expect((await react(fan, 'video', id)).refusal.error).toBe('video_not_found');
    expect((await react(fan, 'performer', fan.id)).refusal.error).toBe('performer_not_found');
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    for (const [type, object] of [
      ['feed', id],
      ['performer', performer.id],
    ] as const)
      expect((await react(fan, type, object, 'bookmark')).refusal.error).toBe('blocked_by_performer');
  });
});

describe('the lists of bookmarks', () => {
  test('show each kind with the thing itself, the newest first, in pages that are full', async () => {
    const [fan, performer, gone] = [await signUpFan(world), await signUpPerformer(world), await signUpPerformer(world)];
    const seen: string[] = [];
    for (const owner of [performer, gone, performer, gone, performer]) {
      const id = await published(world, owner, 'feed', { audience: 'subscribers' });
      if (owner === performer) seen.unshift(id);
      await react(fan, 'feed', id, 'bookmark');
      world.clock.advance({ seconds: 1 });
    }
    for (const kind of ['video', 'gallery'] as const) await react(fan, kind, await published(world, performer, kind), 'bookmark');
    for (const owner of [performer, gone]) await react(fan, 'product', (await addProduct(world, owner))._id, 'bookmark');
    await react(fan, 'performer', performer.id, 'bookmark');
    await react(fan, 'performer', gone.id, 'bookmark');
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: gone.token });
    const first = await world.call('GET /reactions/feeds/bookmark', { query: { limit: 2 } }, { token: fan.token });
    expect(first.data).toMatchObject({
      total: 3,
      data: [{ objectId: seen[0], object: { isLocked: true, isBookmarked: true } }, { objectId: seen[1] }],
    });
    const next = await bookmarks(fan, 'feeds', { limit: 2, cursor: first.data.nextCursor });
    expect(next.data.map(({ objectId }) => objectId)).toEqual([seen[2]]);
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
      expect((await world.call(name, {}, { token: fan.token })).data.total).toBe(1);
    expect((await bookmarks(fan, 'feeds', { q: 'something' })).total).toBe(3);
    expect((await bookmarks(fan, 'performers', { q: 'nothing of it' })).total).toBe(0);
    expect((await world.call('GET /reactions/:type/bookmark', { params: { type: 'comments' } }, { token: fan.token })).refusal.error).toBe(
      'not_found',
    );
  });

  test('leave out what was taken down, what is over and what a country is closed to, and bring it back', async () => {
    const [fan, performer, operator] = [await signUpFan(world), await signUpPerformer(world), await signUpOperator(world)];
    const ends = new Date(world.clock.now().getTime() + 60_000);
    const [down, over] = [
      await published(world, performer),
      await published(world, performer, 'feed', { audience: 'public', expiresAt: ends }),
    ];
    for (const who of [fan, operator]) for (const id of [down, over]) await react(who, 'feed', id, 'bookmark');
    expect((await bookmarks(fan, 'feeds')).total).toBe(2);
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect((await bookmarks(fan, 'feeds')).total).toBe(0);
    expect((await bookmarks(operator, 'feeds')).total).toBe(2);
    visitorCountry = null;
    world.clock.advance({ minutes: 2 });
    expect((await bookmarks(fan, 'feeds')).data.map(({ objectId }) => objectId)).toEqual([down]);
    await world.ctx.db.update(items).set({ isListed: false }).where(eq(items.id, down));
    expect(await bookmarks(fan, 'feeds')).toMatchObject({ data: [], total: 0 });
  });

  test('cost the same number of queries for ten rows and for a hundred', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    for (const kind of ['feed', 'video', 'gallery', 'product'] as const) {
      const ids = kind === 'product' ? await fillStore(world, performer, 100) : [];
      if (kind !== 'product') for (let count = 0; count < 100; count += 1) ids.push(await published(world, performer, kind));
      await world.ctx.db.insert(reactions).values(
        ids.map((objectId) => ({
          id: world.ctx.chance.id(),
          accountId: fan.id,
          objectType: kind,
          objectId,
          action: 'bookmark' as const,
          createdAt: world.clock.now(),
        })),
      );
    }
    for (const type of ['feeds', 'videos', 'galleries', 'products']) {
      const read = (limit: number) => countingQueries(world, async () => (await bookmarks(fan, type, { limit })).data.length);
      const [few, many] = [await read(10), await read(100)];
      expect([few.result, many.result]).toEqual([10, 100]);
      expect(many.queries).toBe(few.queries);
    }
  });
});
