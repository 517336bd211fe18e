/** Galleries and their photos: who keeps them, who finds them, and what each of them counts. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files, performers } from '@server/platform/db/schema/schema';
import { fillWallet, withhold } from '../../../tests/support/books';
import { signUpFan, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let picture: Blob;
beforeAll(async () => {
  world = await openWorld();
  [ada, fan, picture] = [await signUpPerformer(world, 'ada'), await signUpFan(world), await somePicture(64, 48)];
});
afterAll(() => world.close());

const nobody = '0198c0de-0000-7000-8000-00000000dead';
type NewGallery = Partial<Parameters<typeof make>[0]>;
const make = (body: {
  title: string;
  audience?: 'public' | 'followers' | 'subscribers' | 'paid';
  price?: number;
  [key: string]: unknown;
}) => world.call('POST /performer/performer-assets/galleries', { body }, { token: ada.token });
const made = async (body: NewGallery = {}) => (await make({ title: 'Winter', audience: 'public', ...body })).data;
const add = (body: Record<string, string | undefined> = {}, token = ada.token) =>
  world.call('POST /performer/performer-assets/photos/upload', { files: { photo: picture }, body }, { token });
const own = async (id: string) =>
  (await world.call('GET /performer/performer-assets/galleries/:id/view', { params: { id } }, { token: ada.token })).data;
const view = (id: string, token: string | null = null) => world.call('GET /performer-assets/galleries/:id', { params: { id } }, { token });
const photosIn = async (galleryId: string, token: string | null = null) =>
  (await world.call('GET /performer-assets/photos', { query: { galleryId, sortBy: 'ordering', sort: 'asc' } }, { token })).data.data;
const totals = async () => (await world.ctx.db.select().from(performers).where(eq(performers.accountId, ada.id)))[0];

describe('a gallery', () => {
  test('is made, found by id and slug, changed and deleted, and the totals follow', async () => {
    const before = await totals();
    const gallery = await made({ title: 'Évora in winter', description: 'Snow.', tags: ['Snow', 'snow', 'city'] });
    expect(gallery).toMatchObject({ kind: 'gallery', state: 'published', totalPhotos: 0, tags: ['snow', 'city'], audience: 'public' });
    expect(gallery.slug).toMatch(/^e-?vora-in-winter-[0-9a-f]{8}$/);
    expect((await view(gallery.slug)).data).toMatchObject({ _id: gallery._id, description: 'Snow.', isLocked: false });
    const changed = await world.call(
      'PUT /performer/performer-assets/galleries/:id',
      { params: { id: gallery._id }, body: { title: 'Summer', status: 'inactive' } },
      { token: ada.token },
    );
    expect(changed.data).toMatchObject({ title: 'Summer', description: 'Snow.', state: 'inactive', slug: gallery.slug });
    expect((await view(gallery._id)).refusal.error).toBe('gallery_not_found');
    expect((await view(gallery._id, ada.token)).status).toBe(200);
    await world.call(
      'PUT /performer/performer-assets/galleries/:id',
      { params: { id: gallery._id }, body: { status: 'active' } },
      { token: ada.token },
    );
    expect((await totals())?.totalGalleries).toBe((before?.totalGalleries ?? 0) + 1);
    const gone = await world.call(
      'DELETE /performer/performer-assets/galleries/:id',
      { params: { id: gallery._id } },
      { token: ada.token },
    );
    expect(gone.data).toEqual({ deleted: true });
    expect((await view(gallery._id, ada.token)).refusal.error).toBe('gallery_not_found');
    expect((await totals())?.totalGalleries).toBe(before?.totalGalleries);
  });

  test('counts a look once for each visitor and day, and none of its owner', async () => {
    const gallery = await made();
    for (const token of [null, null, fan.token, fan.token, ada.token]) await view(gallery._id, token);
    expect((await own(gallery._id)).stats.views).toBe(2);
  });

  test('that is paid is locked, bought once, and kept when it is deleted', async () => {
    const gallery = await made({ audience: 'paid', price: 5, description: 'x'.repeat(200) });
    await add({ galleryId: gallery._id });
    const locked = (await view(gallery._id, fan.token)).data;
    expect(locked).toMatchObject({ isLocked: true, unlock: ['buy'], price: 5, isSale: true, totalPhotos: 1, isCut: true });
    expect(locked.description).toHaveLength(limits.lockedTextLengthMax);
    expect(locked.coverPhoto).toMatchObject({ url: null, sources: [], downloadUrl: null });
    const [inside] = await photosIn(gallery._id, fan.token);
    expect(inside).toMatchObject({ isLocked: true, unlock: ['buy'], price: 5, photo: { url: null } });
    await fillWallet(world, fan.id, 1000n);
    const bought = await world.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: { expectedPrice: 5 } }, fan);
    expect(bought.data).toMatchObject({ price: 5, balanceAfter: 5, item: { isLocked: false, isBought: true } });
    const again = await world.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, fan);
    expect(again.data).toMatchObject({ _id: bought.data._id, balanceAfter: 5 });
    await withhold(world, fan.id);
    expect((await photosIn(gallery._id, fan.token))[0]).toMatchObject({ isLocked: true, photo: { url: null } });
    const owed = await world.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, fan);
    expect(owed.refusal.error).toBe('purchase_withheld');
    await withhold(world, fan.id, false);
    await world.call('DELETE /performer/performer-assets/galleries/:id', { params: { id: gallery._id } }, ada);
    expect((await view(gallery._id, fan.token)).data).toMatchObject({ isLocked: false, isBought: true });
    expect((await photosIn(gallery._id, fan.token))[0]?.photo.url).toContain('/media/');
    expect((await view(gallery._id)).refusal.error).toBe('gallery_not_found');
  });

  test('is refused by name: price, time, papers, and what is not there', async () => {
    const other = await signUpPerformer(world, 'late', 'pending');
    const call = { token: ada.token };
    expect((await make({ title: 'x', audience: 'paid', price: 0.4 })).refusal.error).toBe('price_out_of_range');
    expect((await make({ title: 'x', audience: 'paid' })).refusal.error).toBe('price_out_of_range');
    expect((await make({ title: 'x', scheduledAt: '2020-01-01T00:00:00Z' })).refusal.error).toBe('schedule_in_past');
    const unready = await world.call('POST /performer/performer-assets/galleries', { body: { title: 'x' } }, other);
    expect(unready.refusal.error).toBe('performer_not_verified');
    const gallery = await made();
    const put = (body: Record<string, unknown>, id = gallery._id, who: { token: string } = call) =>
      world.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body }, who);
    expect((await put({ isSale: true })).refusal.error).toBe('price_out_of_range');
    expect((await put({ expiresAt: '2020-01-01T00:00:00Z' })).refusal.error).toBe('schedule_in_past');
    expect((await put({ title: 'x' }, nobody)).refusal.error).toBe('gallery_not_found');
    expect((await put({ title: 'x' }, gallery._id, other)).refusal.error).toBe('performer_not_verified');
    for (const name of [
      'GET /performer/performer-assets/galleries/:id/view',
      'DELETE /performer/performer-assets/galleries/:id',
      'GET /performer-assets/galleries/:id',
    ] as const)
      expect((await world.call(name, { params: { id: nobody } }, call)).refusal.error).toBe('gallery_not_found');
    const buy = (id: string, who: { token: string }, body = {}) =>
      world.call('POST /wallet/charges/gallery/:id', { params: { id }, body }, who);
    expect((await buy(nobody, fan)).refusal.error).toBe('gallery_not_found');
    expect((await buy(gallery._id, fan)).refusal.error).toBe('not_for_sale');
    const paid = await made({ audience: 'paid', price: 5000 });
    expect((await buy(paid._id, fan, { expectedPrice: 1 })).refusal.error).toBe('price_changed');
    expect((await buy(paid._id, fan)).refusal.error).toBe('insufficient_balance');
    await world.call('PUT /users', { body: { monthlySpendingLimit: 1 } }, fan);
    expect((await buy(paid._id, fan)).refusal.error).toBe('spending_limit_reached');
    await world.call('PUT /users', { body: { monthlySpendingLimit: null } }, fan);
  });

  test('is not there for whom its performer has blocked', async () => {
    const blocked = await signUpFan(world);
    const gallery = await made({ audience: 'paid', price: 5 });
    await world.call('POST /block/users', { body: { targetId: blocked.id } }, ada);
    const call = { token: blocked.token };
    expect((await view(gallery._id, blocked.token)).refusal.error).toBe('blocked_by_performer');
    const buy = await world.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, call);
    expect(buy.refusal.error).toBe('blocked_by_performer');
    const inGallery = await world.call('GET /performer-assets/photos', { query: { galleryId: gallery._id } }, call);
    expect(inGallery.refusal.error).toBe('blocked_by_performer');
    const list = await world.call('GET /performer-assets/photos/:performerId', { params: { performerId: ada.id } }, call);
    expect(list.refusal.error).toBe('blocked_by_performer');
    const found = await world.call('GET /performer-assets/galleries/search', { query: { performerId: ada.id } }, call);
    expect(found.data).toMatchObject({ data: [], total: 0 });
  });
});

describe('photos', () => {
  test('come in order, the first is the cover, and another takes its place', async () => {
    const gallery = await made();
    const [first, second, third] = [
      await add({ galleryId: gallery._id }),
      await add({ galleryId: gallery._id }),
      await add({ galleryId: gallery._id }),
    ];
    expect((await own(gallery._id)).totalPhotos).toBe(3);
    const cover = async () => (await photosIn(gallery._id)).find(({ isGalleryCover }) => isGalleryCover)?._id;
    expect(await cover()).toBe(first.data._id);
    await world.call('PUT /performer/performer-assets/photos/:id', { params: { id: third.data._id }, body: { ordering: 0 } }, ada);
    await world.call(
      'PUT /performer/performer-assets/photos/:id',
      { params: { id: first.data._id }, body: { ordering: 7, title: 'Last' } },
      ada,
    );
    expect((await photosIn(gallery._id)).map(({ _id }) => _id)).toEqual([third.data._id, second.data._id, first.data._id]);
    await world.call('POST /performer/performer-assets/photos/set-cover/:id', { params: { id: second.data._id } }, ada);
    expect(await cover()).toBe(second.data._id);
    await world.call('DELETE /performer/performer-assets/photos/:id', { params: { id: second.data._id } }, ada);
    expect(await cover()).toBe(third.data._id);
    expect(await own(gallery._id)).toMatchObject({ totalPhotos: 2, coverPhoto: { status: 'finished' } });
  });

  test('move between galleries, and each keeps its count and a cover', async () => {
    const [from, to] = [await made(), await made()];
    const photo = (await add({ galleryId: from._id })).data;
    await world.call('PUT /performer/performer-assets/photos/:id', { params: { id: photo._id }, body: { galleryId: to._id } }, ada);
    expect(await own(from._id)).toMatchObject({ totalPhotos: 0, coverPhoto: null });
    expect(await own(to._id)).toMatchObject({ totalPhotos: 1, coverPhoto: { type: 'photo' } });
  });

  test('of their own have terms of their own, and stay out of what is not published', async () => {
    const stranger = await signUpFan(world);
    const alone = (await add({ audience: 'followers', title: 'Alone' })).data;
    const hidden = await made({ status: 'draft' });
    const inside = (await add({ galleryId: hidden._id })).data;
    const list = (await world.call('GET /performer-assets/photos', { query: { performerId: ada.id, limit: 100 } }, stranger)).data.data;
    expect(list.find(({ _id }) => _id === alone._id)).toMatchObject({ isLocked: true, unlock: ['follow'] });
    expect(list.some(({ _id }) => _id === inside._id)).toBe(false);
    await world.call('POST /follows/:id', { params: { id: ada.id } }, stranger);
    const again = (await world.call('GET /performer-assets/photos', { query: { performerId: ada.id, limit: 100 } }, stranger)).data.data;
    expect(again.find(({ _id }) => _id === alone._id)).toMatchObject({ isLocked: false });
  });

  test('are refused by name', async () => {
    const late = await signUpPerformer(world, 'later', 'pending');
    const gallery = await made();
    const photo = (await add({})).data;
    const put = (body: Record<string, unknown>, id = photo._id, who: { token: string } = ada) =>
      world.call('PUT /performer/performer-assets/photos/:id', { params: { id }, body }, who);
    expect((await add({}, late.token)).refusal.error).toBe('performer_not_verified');
    const stored = await world.ctx.db.$count(files);
    expect((await add({ galleryId: nobody })).refusal.error).toBe('gallery_not_found');
    expect(await world.ctx.db.$count(files)).toBe(stored);
    expect((await add({ audience: 'paid', price: '0.1' })).refusal.error).toBe('price_out_of_range');
    expect((await add({ scheduledAt: '2020-01-01T00:00:00Z' })).refusal.error).toBe('schedule_in_past');
    const broken = new File(['not a picture'], 'x.png', { type: 'image/png' });
    const unreadable = await world.call('POST /performer/performer-assets/photos/upload', { files: { photo: broken }, body: {} }, ada);
    expect(['unsupported_media_type', 'file_unreadable']).toContain(unreadable.refusal.error);
    expect((await put({ galleryId: nobody })).refusal.error).toBe('gallery_not_found');
    expect((await put({ title: 'x' }, nobody)).refusal.error).toBe('photo_not_found');
    expect((await put({ title: 'x' }, photo._id, late)).refusal.error).toBe('performer_not_verified');
    expect((await put({ audience: 'paid' })).refusal.error).toBe('price_out_of_range');
    expect((await put({ scheduledAt: '2020-01-01T00:00:00Z' }, (await add({ status: 'draft' })).data._id)).refusal.error).toBe(
      'schedule_in_past',
    );
    const cover = (id: string) => world.call('POST /performer/performer-assets/photos/set-cover/:id', { params: { id } }, ada);
    expect((await cover(nobody)).refusal.error).toBe('photo_not_found');
    expect((await cover(photo._id)).refusal.error).toBe('photo_without_gallery');
    const gone = await world.call('DELETE /performer/performer-assets/photos/:id', { params: { id: nobody } }, ada);
    expect(gone.refusal.error).toBe('photo_not_found');
    expect((await world.call('GET /performer-assets/photos', { query: {} })).refusal.error).toBe('invalid_request');
    expect((await world.call('GET /performer-assets/photos', { query: { galleryId: nobody } })).refusal.error).toBe('gallery_not_found');
    expect((await world.call('GET /performer-assets/photos', { query: { performerId: nobody } })).refusal.error).toBe(
      'performer_not_found',
    );
    const of = await world.call('GET /performer-assets/photos/:performerId', { params: { performerId: nobody } });
    expect(of.refusal.error).toBe('performer_not_found');
    expect(gallery.totalPhotos).toBe(0);
  });
});

describe('the lists', () => {
  test('of 2 and of 20 galleries cost the same number of queries, and find by word, tag, price and typing error', async () => {
    const bruno = await signUpPerformer(world, 'bruno');
    const at = { token: bruno.token };
    for (let index = 0; index < 20; index += 1)
      await world.call(
        'POST /performer/performer-assets/galleries',
        {
          body: {
            title: `Harbour ${String(index)}`,
            audience: index % 2 === 0 ? 'paid' : 'public',
            tags: [`t${String(index % 5)}`],
            ...(index % 2 === 0 && { price: index + 1 }),
          },
        },
        at,
      );
    const search = (query: Record<string, unknown>) =>
      world.call('GET /performer-assets/galleries/search', { query: { performerId: bruno.id, ...query } }, { token: fan.token });
    await search({ limit: 2 });
    const few = await countingQueries(world, () => search({ limit: 2 }));
    const many = await countingQueries(world, () => search({ limit: 20 }));
    expect(many.result.data.data).toHaveLength(20);
    expect(many.queries).toBe(few.queries);
    expect((await search({ isSale: true })).data.total).toBe(10);
    expect((await search({ tags: ['T1', 't2'] })).data.total).toBe(8);
    expect((await search({ q: 'harbuor 7', limit: 20 })).data.data.map(({ title }) => title)).toContain('Harbour 7');
    expect((await search({ sortBy: 'price', sort: 'asc', isSale: true, limit: 1 })).data.data[0]).toMatchObject({ price: 1 });
    const mine = await world.call(
      'GET /performer/performer-assets/galleries/search',
      { query: { audience: 'paid', sortBy: 'title', sort: 'asc' } },
      at,
    );
    expect(mine.data.total).toBe(10);
    expect(mine.data.data.slice(0, 2)).toMatchObject([{ title: 'Harbour 0', totalSold: 0 }, { title: 'Harbour 10' }]);
  });
});
