/** Galleries and their photos: access, search, and totals. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { performers } from '@server/platform/db/schema/performers';
import { fillWallet, setWithheld } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let picture: Blob;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, fan, picture] = [await signUpPerformer(testHost, 'ada'), await signUpFan(testHost), await sampleImage(64, 48)];
});
afterAll(() => testHost.close());

const missingId = '0198c0de-0000-7000-8000-00000000dead';
type NewGallery = Partial<Parameters<typeof create>[0]>;
const create = (body: {
  title: string;
  audience?: 'public' | 'followers' | 'subscribers' | 'paid';
  price?: number;
  [key: string]: unknown;
}) => testHost.call('POST /performer/performer-assets/galleries', { body }, { token: ada.token });
const created = async (body: NewGallery = {}) => (await create({ title: 'Winter', audience: 'public', ...body })).data;
const addPhoto = (body: Record<string, string | undefined> = {}, token = ada.token) =>
  testHost.call('POST /performer/performer-assets/photos/upload', { files: { photo: picture }, body }, { token });
const own = async (id: string) =>
  (await testHost.call('GET /performer/performer-assets/galleries/:id/view', { params: { id } }, { token: ada.token })).data;
const view = (id: string, token: string | null = null) =>
  testHost.call('GET /performer-assets/galleries/:id', { params: { id } }, { token });
const photosIn = async (galleryId: string, token: string | null = null) =>
  (await testHost.call('GET /performer-assets/photos', { query: { galleryId, sortBy: 'ordering', sort: 'asc' } }, { token })).data.data;
const totals = async () => (await testHost.ctx.db.select().from(performers).where(eq(performers.accountId, ada.id)))[0];

describe('a gallery', () => {
  test('is created, found by id and slug, changed and deleted, and the totals are updated', async () => {
    const before = await totals();
    const gallery = await created({ title: 'Évora in winter', description: 'Snow.', tags: ['Snow', 'snow', 'city'] });
    expect(gallery).toMatchObject({ kind: 'gallery', state: 'published', totalPhotos: 0, tags: ['snow', 'city'], audience: 'public' });
    expect(gallery.slug).toMatch(/^e-?vora-in-winter-[0-9a-f]{8}$/);
    expect((await view(gallery.slug)).data).toMatchObject({ _id: gallery._id, description: 'Snow.', isLocked: false });
    const changed = await testHost.call(
      'PUT /performer/performer-assets/galleries/:id',
      { params: { id: gallery._id }, body: { title: 'Summer', status: 'inactive' } },
      { token: ada.token },
    );
    expect(changed.data).toMatchObject({ title: 'Summer', description: 'Snow.', state: 'inactive', slug: gallery.slug });
    expect((await view(gallery._id)).errorBody.error).toBe('gallery_not_found');
    expect((await view(gallery._id, ada.token)).status).toBe(200);
    await testHost.call(
      'PUT /performer/performer-assets/galleries/:id',
      { params: { id: gallery._id }, body: { status: 'active' } },
      { token: ada.token },
    );
    expect((await totals())?.totalGalleries).toBe((before?.totalGalleries ?? 0) + 1);
    const deletion = await testHost.call(
      'DELETE /performer/performer-assets/galleries/:id',
      { params: { id: gallery._id } },
      { token: ada.token },
    );
    expect(deletion.data).toEqual({ deleted: true });
    expect((await view(gallery._id, ada.token)).errorBody.error).toBe('gallery_not_found');
    expect((await totals())?.totalGalleries).toBe(before?.totalGalleries);
  });

  test('counts one view per visitor and day, and none by its owner', async () => {
    const gallery = await created();
    for (const token of [null, null, fan.token, fan.token, ada.token]) await view(gallery._id, token);
    expect((await own(gallery._id)).stats.views).toBe(2);
  });

  test('that is paid is locked, bought once, and kept by buyers when it is deleted', async () => {
    const gallery = await created({ audience: 'paid', price: 5, description: 'x'.repeat(200) });
    await addPhoto({ galleryId: gallery._id });
    const locked = (await view(gallery._id, fan.token)).data;
    expect(locked).toMatchObject({ isLocked: true, unlock: ['buy'], price: 5, isSale: true, totalPhotos: 1, isCut: true });
    expect(locked.description).toHaveLength(limits.lockedTextLengthMax);
    expect(locked.coverPhoto).toMatchObject({ url: null, sources: [], downloadUrl: null });
    const [inside] = await photosIn(gallery._id, fan.token);
    expect(inside).toMatchObject({ isLocked: true, unlock: ['buy'], price: 5, photo: { url: null } });
    await fillWallet(testHost, fan.id, 1000n);
    const bought = await testHost.call(
      'POST /wallet/charges/gallery/:id',
      { params: { id: gallery._id }, body: { expectedPrice: 5 } },
      fan,
    );
    expect(bought.data).toMatchObject({ price: 5, balanceAfter: 5, item: { isLocked: false, isBought: true } });
    const again = await testHost.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, fan);
    expect(again.data).toMatchObject({ _id: bought.data._id, balanceAfter: 5 });
    await setWithheld(testHost, fan.id);
    expect((await photosIn(gallery._id, fan.token))[0]).toMatchObject({ isLocked: true, photo: { url: null } });
    const owed = await testHost.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, fan);
    expect(owed.errorBody.error).toBe('purchase_withheld');
    await setWithheld(testHost, fan.id, false);
    await testHost.call('DELETE /performer/performer-assets/galleries/:id', { params: { id: gallery._id } }, ada);
    expect((await view(gallery._id, fan.token)).data).toMatchObject({ isLocked: false, isBought: true });
    expect((await photosIn(gallery._id, fan.token))[0]?.photo.url).toContain('/media/');
    expect((await view(gallery._id)).errorBody.error).toBe('gallery_not_found');
  });

  test('is rejected for invalid prices and schedules, unverified performers and unknown ids', async () => {
    const other = await signUpPerformer(testHost, 'late', 'pending');
    const call = { token: ada.token };
    expect((await create({ title: 'x', audience: 'paid', price: 0.4 })).errorBody.error).toBe('price_out_of_range');
    expect((await create({ title: 'x', audience: 'paid' })).errorBody.error).toBe('price_out_of_range');
    expect((await create({ title: 'x', scheduledAt: '2020-01-01T00:00:00Z' })).errorBody.error).toBe('schedule_in_past');
    const unverified = await testHost.call('POST /performer/performer-assets/galleries', { body: { title: 'x' } }, other);
    expect(unverified.errorBody.error).toBe('performer_not_verified');
    const gallery = await created();
    const put = (body: Record<string, unknown>, id = gallery._id, owner: { token: string } = call) =>
      testHost.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body }, owner);
    expect((await put({ isSale: true })).errorBody.error).toBe('price_out_of_range');
    expect((await put({ expiresAt: '2020-01-01T00:00:00Z' })).errorBody.error).toBe('schedule_in_past');
    expect((await put({ title: 'x' }, missingId)).errorBody.error).toBe('gallery_not_found');
    expect((await put({ title: 'x' }, gallery._id, other)).errorBody.error).toBe('performer_not_verified');
    for (const name of [
      'GET /performer/performer-assets/galleries/:id/view',
      'DELETE /performer/performer-assets/galleries/:id',
      'GET /performer-assets/galleries/:id',
    ] as const)
      expect((await testHost.call(name, { params: { id: missingId } }, call)).errorBody.error).toBe('gallery_not_found');
    const buy = (id: string, buyer: { token: string }, body = {}) =>
      testHost.call('POST /wallet/charges/gallery/:id', { params: { id }, body }, buyer);
    expect((await buy(missingId, fan)).errorBody.error).toBe('gallery_not_found');
    expect((await buy(gallery._id, fan)).errorBody.error).toBe('not_for_sale');
    const paid = await created({ audience: 'paid', price: 5000 });
    expect((await buy(paid._id, fan, { expectedPrice: 1 })).errorBody.error).toBe('price_changed');
    expect((await buy(paid._id, fan)).errorBody.error).toBe('insufficient_balance');
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: 1 } }, fan);
    expect((await buy(paid._id, fan)).errorBody.error).toBe('spending_limit_reached');
    await testHost.call('PUT /users', { body: { monthlySpendingLimit: null } }, fan);
  });

  test('is not visible to blocked fans', async () => {
    const blocked = await signUpFan(testHost);
    const gallery = await created({ audience: 'paid', price: 5 });
    await testHost.call('POST /block/users', { body: { targetId: blocked.id } }, ada);
    const call = { token: blocked.token };
    expect((await view(gallery._id, blocked.token)).errorBody.error).toBe('blocked_by_performer');
    const buy = await testHost.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, call);
    expect(buy.errorBody.error).toBe('blocked_by_performer');
    const inGallery = await testHost.call('GET /performer-assets/photos', { query: { galleryId: gallery._id } }, call);
    expect(inGallery.errorBody.error).toBe('blocked_by_performer');
    const list = await testHost.call('GET /performer-assets/photos/:performerId', { params: { performerId: ada.id } }, call);
    expect(list.errorBody.error).toBe('blocked_by_performer');
    const found = await testHost.call('GET /performer-assets/galleries/search', { query: { performerId: ada.id } }, call);
    expect(found.data).toMatchObject({ data: [], total: 0 });
  });
});

describe('photos', () => {
  test('are sorted, the first is the cover, and another replaces it when it is deleted', async () => {
    const gallery = await created();
    const [first, second, third] = [
      await addPhoto({ galleryId: gallery._id }),
      await addPhoto({ galleryId: gallery._id }),
      await addPhoto({ galleryId: gallery._id }),
    ];
    expect((await own(gallery._id)).totalPhotos).toBe(3);
    const cover = async () => (await photosIn(gallery._id)).find(({ isGalleryCover }) => isGalleryCover)?._id;
    expect(await cover()).toBe(first.data._id);
    await testHost.call('PUT /performer/performer-assets/photos/:id', { params: { id: third.data._id }, body: { ordering: 0 } }, ada);
    await testHost.call(
      'PUT /performer/performer-assets/photos/:id',
      { params: { id: first.data._id }, body: { ordering: 7, title: 'Last' } },
      ada,
    );
    expect((await photosIn(gallery._id)).map(({ _id }) => _id)).toEqual([third.data._id, second.data._id, first.data._id]);
    await testHost.call('POST /performer/performer-assets/photos/set-cover/:id', { params: { id: second.data._id } }, ada);
    expect(await cover()).toBe(second.data._id);
    await testHost.call('DELETE /performer/performer-assets/photos/:id', { params: { id: second.data._id } }, ada);
    expect(await cover()).toBe(third.data._id);
    expect(await own(gallery._id)).toMatchObject({ totalPhotos: 2, coverPhoto: { status: 'finished' } });
  });

  test('can move between galleries, and the count and cover of both are updated', async () => {
    const [from, to] = [await created(), await created()];
    const photo = (await addPhoto({ galleryId: from._id })).data;
    await testHost.call('PUT /performer/performer-assets/photos/:id', { params: { id: photo._id }, body: { galleryId: to._id } }, ada);
    expect(await own(from._id)).toMatchObject({ totalPhotos: 0, coverPhoto: null });
    expect(await own(to._id)).toMatchObject({ totalPhotos: 1, coverPhoto: { type: 'photo' } });
  });

  test('without a gallery have their own audience, and photos of an unpublished gallery are not listed', async () => {
    const stranger = await signUpFan(testHost);
    const alone = (await addPhoto({ audience: 'followers', title: 'Alone' })).data;
    const hidden = await created({ status: 'draft' });
    const inside = (await addPhoto({ galleryId: hidden._id })).data;
    const list = (await testHost.call('GET /performer-assets/photos', { query: { performerId: ada.id, limit: 100 } }, stranger)).data.data;
    expect(list.find(({ _id }) => _id === alone._id)).toMatchObject({ isLocked: true, unlock: ['follow'] });
    expect(list.some(({ _id }) => _id === inside._id)).toBe(false);
    await testHost.call('POST /follows/:id', { params: { id: ada.id } }, stranger);
    const again = (await testHost.call('GET /performer-assets/photos', { query: { performerId: ada.id, limit: 100 } }, stranger)).data.data;
    expect(again.find(({ _id }) => _id === alone._id)).toMatchObject({ isLocked: false });
  });

  test('are rejected with a specific error', async () => {
    const unverified = await signUpPerformer(testHost, 'later', 'pending');
    const gallery = await created();
    const photo = (await addPhoto({})).data;
    const put = (body: Record<string, unknown>, id = photo._id, owner: { token: string } = ada) =>
      testHost.call('PUT /performer/performer-assets/photos/:id', { params: { id }, body }, owner);
    expect((await addPhoto({}, unverified.token)).errorBody.error).toBe('performer_not_verified');
    const stored = await testHost.ctx.db.$count(files);
    expect((await addPhoto({ galleryId: missingId })).errorBody.error).toBe('gallery_not_found');
    expect(await testHost.ctx.db.$count(files)).toBe(stored);
    expect((await addPhoto({ audience: 'paid', price: '0.1' })).errorBody.error).toBe('price_out_of_range');
    expect((await addPhoto({ scheduledAt: '2020-01-01T00:00:00Z' })).errorBody.error).toBe('schedule_in_past');
    const broken = new File(['not a picture'], 'x.png', { type: 'image/png' });
    const unreadable = await testHost.call('POST /performer/performer-assets/photos/upload', { files: { photo: broken }, body: {} }, ada);
    expect(['unsupported_media_type', 'file_unreadable']).toContain(unreadable.errorBody.error);
    expect((await put({ galleryId: missingId })).errorBody.error).toBe('gallery_not_found');
    expect((await put({ title: 'x' }, missingId)).errorBody.error).toBe('photo_not_found');
    expect((await put({ title: 'x' }, photo._id, unverified)).errorBody.error).toBe('performer_not_verified');
    expect((await put({ audience: 'paid' })).errorBody.error).toBe('price_out_of_range');
    expect((await put({ scheduledAt: '2020-01-01T00:00:00Z' }, (await addPhoto({ status: 'draft' })).data._id)).errorBody.error).toBe(
      'schedule_in_past',
    );
    const cover = (id: string) => testHost.call('POST /performer/performer-assets/photos/set-cover/:id', { params: { id } }, ada);
    expect((await cover(missingId)).errorBody.error).toBe('photo_not_found');
    expect((await cover(photo._id)).errorBody.error).toBe('photo_without_gallery');
    const deletion = await testHost.call('DELETE /performer/performer-assets/photos/:id', { params: { id: missingId } }, ada);
    expect(deletion.errorBody.error).toBe('photo_not_found');
    expect((await testHost.call('GET /performer-assets/photos', { query: {} })).errorBody.error).toBe('invalid_request');
    expect((await testHost.call('GET /performer-assets/photos', { query: { galleryId: missingId } })).errorBody.error).toBe(
      'gallery_not_found',
    );
    expect((await testHost.call('GET /performer-assets/photos', { query: { performerId: missingId } })).errorBody.error).toBe(
      'performer_not_found',
    );
    const ofPerformer = await testHost.call('GET /performer-assets/photos/:performerId', { params: { performerId: missingId } });
    expect(ofPerformer.errorBody.error).toBe('performer_not_found');
    expect(gallery.totalPhotos).toBe(0);
  });
});

describe('the lists', () => {
  test('of 2 and of 20 galleries use the same number of queries, and find by word, tag, price and typo', async () => {
    const bruno = await signUpPerformer(testHost, 'bruno');
    const session = { token: bruno.token };
    for (let index = 0; index < 20; index += 1)
      await testHost.call(
        'POST /performer/performer-assets/galleries',
        {
          body: {
            title: `Harbour ${String(index)}`,
            audience: index % 2 === 0 ? 'paid' : 'public',
            tags: [`t${String(index % 5)}`],
            ...(index % 2 === 0 && { price: index + 1 }),
          },
        },
        session,
      );
    const search = (query: Record<string, unknown>) =>
      testHost.call('GET /performer-assets/galleries/search', { query: { performerId: bruno.id, ...query } }, { token: fan.token });
    await search({ limit: 2 });
    const few = await countQueries(testHost, () => search({ limit: 2 }));
    const many = await countQueries(testHost, () => search({ limit: 20 }));
    expect(many.result.data.data).toHaveLength(20);
    expect(many.queries).toBe(few.queries);
    expect((await search({ isSale: true })).data.total).toBe(10);
    expect((await search({ tags: ['T1', 't2'] })).data.total).toBe(8);
    expect((await search({ q: 'harbuor 7', limit: 20 })).data.data.map(({ title }) => title)).toContain('Harbour 7');
    expect((await search({ sortBy: 'price', sort: 'asc', isSale: true, limit: 1 })).data.data[0]).toMatchObject({ price: 1 });
    const mine = await testHost.call(
      'GET /performer/performer-assets/galleries/search',
      { query: { audience: 'paid', sortBy: 'title', sort: 'asc' } },
      session,
    );
    expect(mine.data.total).toBe(10);
    expect(mine.data.data.slice(0, 2)).toMatchObject([{ title: 'Harbour 0', totalSold: 0 }, { title: 'Harbour 10' }]);
  });
});
