/** Photos that are removed from a sold gallery: its buyers keep them, others do not see them. */
import { sweepUnattached } from '@server/platform/media/files';
import { eraseAccount } from '@server/site/privacy/erasure/erase';
import { fillWallet, setWithheld } from '../../../tests/kit/money/ledger';
import { password, signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { fewestQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let operator: Awaited<ReturnType<typeof signUpOperator>>;
let picture: Blob;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, operator, picture] = [await signUpPerformer(testHost, 'ada'), await signUpOperator(testHost), await sampleImage(64, 48)];
});
afterAll(() => testHost.close());

const assets = '/performer/performer-assets';
const paid = { audience: 'paid', price: 500n } as const;
const draft = { audience: 'public', status: 'draft' } as const;
type Owner = Awaited<ReturnType<typeof signUpPerformer>>;
const add = async (galleryId: string, body: Record<string, string> = {}, owner: Owner = ada) =>
  (await testHost.call(`POST ${assets}/photos/upload`, { files: { photo: picture }, body: { galleryId, ...body } }, owner)).data;
type Added = Awaited<ReturnType<typeof add>>;
/** Advances the clock, so that timestamps differ and cached access expires. */
const passTime = () => testHost.clock.advance({ seconds: 3 });

async function move({ _id: id }: Added, galleryId: string | null, owner: Owner = ada) {
  passTime();
  // Without a gallery the photo would be public.
  const body = { galleryId, ...(galleryId === null && { audience: 'subscribers' as const }) };
  expect((await testHost.call(`PUT ${assets}/photos/:id`, { params: { id }, body }, owner)).status).toBe(200);
  passTime();
}

async function buyGallery(id: string) {
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, 500n);
  expect((await testHost.call('POST /wallet/charges/gallery/:id', { params: { id }, body: {} }, { token: fan.token })).status).toBe(200);
  return fan;
}
const photosOf = async (galleryId: string, { token }: { token: string }) =>
  (await testHost.call('GET /performer-assets/photos', { query: { galleryId, sortBy: 'ordering', sort: 'asc' } }, { token })).data.data;
const visiblePhotoIds = async (galleryId: string, fan: { token: string }) => (await photosOf(galleryId, fan)).map(({ _id }) => _id);
/** Whether the user can open the file of a photo. */
async function canOpenFile({ photo: { _id: id } }: Added, { token }: { token: string }): Promise<boolean> {
  const { status, data } = await testHost.call('GET /files/:id/status', { params: { id } }, { token });
  return status === 200 && data.url !== null;
}
/** The HTTP status of each photo URL that a gallery shows to the fan. */
async function fileStatusesIn(galleryId: string, fan: { token: string }): Promise<number[]> {
  const cookies = (await testHost.call('GET /users/me', {}, { token: fan.token })).headers.getSetCookie();
  const cookie = cookies.map((value) => value.split(';')[0]).join('; ');
  const urls = (await photosOf(galleryId, fan)).map(({ photo }) => new URL(photo.url ?? ''));
  const responses = urls.map(({ pathname, search }) => fetch(testHost.url + pathname + search, { headers: { cookie } }));
  return (await Promise.all(responses)).map(({ status }) => status);
}
/** Advances the clock past the end of sessions, and logs the people in again. */
async function advanceDays(days: number, ...people: { username: string; token: string }[]): Promise<void> {
  testHost.clock.advance({ days });
  for (const person of people)
    person.token = (await testHost.call('POST /auth/login', { body: { username: person.username, password } })).data.token;
}
const idsOf = (...photos: Added[]) => photos.map(({ _id }) => _id);
const removeGallery = (id: string) => testHost.call(`DELETE ${assets}/galleries/:id`, { params: { id } }, ada);

test('a photo moved out of a sold gallery keeps its position for earlier buyers, and is hidden from others', async () => {
  const [gallery, otherGallery] = [await publishItem(testHost, ada, 'gallery', paid), await publishItem(testHost, ada, 'gallery', draft)];
  const [first, second, third] = [await add(gallery), await add(gallery), await add(gallery)];
  const draftPhoto = await add(gallery, { status: 'draft' });
  const early = await buyGallery(gallery);
  await move(second, otherGallery);
  await move(first, null);
  await move(draftPhoto, otherGallery);
  const late = await buyGallery(gallery);
  const stranger = await signUpFan(testHost);
  expect(await visiblePhotoIds(gallery, early)).toEqual(idsOf(first, second, third));
  expect(await visiblePhotoIds(gallery, late)).toEqual(idsOf(third));
  expect(await visiblePhotoIds(gallery, stranger)).toEqual(idsOf(third));
  for (const photo of await photosOf(gallery, early)) expect(photo).toMatchObject({ isLocked: false, isBought: true });
  expect(await fileStatusesIn(gallery, early)).toEqual([200, 200, 200]);
  for (const photo of [first, second]) {
    expect(await canOpenFile(photo, early)).toBe(true);
    expect(await canOpenFile(photo, late)).toBe(false);
    expect(await canOpenFile(photo, stranger)).toBe(false);
  }
  expect(await canOpenFile(draftPhoto, early)).toBe(false);
  const bought = await testHost.call('GET /wallet/purchases', { query: {} }, { token: early.token });
  expect(bought.data.data).toMatchObject([{ item: { _id: gallery, isLocked: false } }]);
});

test('buyers keep a moved photo when it returns, moves again and is deleted, and when the galleries are deleted', async () => {
  const [gallery, otherGallery] = [await publishItem(testHost, ada, 'gallery', paid), await publishItem(testHost, ada, 'gallery', draft)];
  const [photo, other] = [await add(gallery), await add(gallery)];
  const early = await buyGallery(gallery);
  await move(photo, otherGallery);
  await move(photo, gallery);
  expect(await visiblePhotoIds(gallery, early)).toEqual(expect.arrayContaining(idsOf(photo, other)));
  const late = await buyGallery(gallery);
  await move(photo, null);
  await move(photo, otherGallery);
  await move(other, otherGallery);
  await testHost.call(`DELETE ${assets}/photos/:id`, { params: { id: photo._id } }, ada);
  expect((await removeGallery(otherGallery)).status).toBe(200);
  passTime();
  expect((await removeGallery(gallery)).status).toBe(200);
  await advanceDays(2, ada, operator, early, late);
  await sweepUnattached(testHost.ctx);
  for (const fan of [early, late]) {
    expect((await visiblePhotoIds(gallery, fan)).toSorted()).toEqual(idsOf(photo, other).toSorted());
    expect(await fileStatusesIn(gallery, fan)).toEqual([200, 200]);
  }
});

test('access to a moved photo ends while the price is owed, and after a refund', async () => {
  const gallery = await publishItem(testHost, ada, 'gallery', paid);
  const photo = await add(gallery);
  const fan = await buyGallery(gallery);
  await move(photo, null);
  await setWithheld(testHost, fan.id);
  passTime();
  expect([await visiblePhotoIds(gallery, fan), await canOpenFile(photo, fan)]).toEqual([[], false]);
  await setWithheld(testHost, fan.id, false);
  expect([await visiblePhotoIds(gallery, fan), await canOpenFile(photo, fan)]).toEqual([idsOf(photo), true]);
  const [charge] = (await testHost.call('GET /wallet/charges/search', { query: {} }, { token: fan.token })).data.data;
  const refund = { params: { id: charge?._id ?? '' }, body: { reason: 'Sent twice' } };
  expect((await testHost.call('POST /admin/charges/:id/refund', refund, operator)).status).toBe(200);
  passTime();
  expect([await visiblePhotoIds(gallery, fan), await canOpenFile(photo, fan)]).toEqual([[], false]);
});

test('moving a photo does not restore it if an operator has hidden its gallery', async () => {
  const [gallery, open, otherGallery] = [
    await publishItem(testHost, ada, 'gallery', paid),
    await publishItem(testHost, ada, 'gallery'),
    await publishItem(testHost, ada, 'gallery'),
  ];
  const [photo, moved, before] = [await add(gallery), await add(gallery), await add(gallery)];
  const fan = await buyGallery(gallery);
  const hideGallery = async (id: string) => {
    const request = { params: { type: 'galleries', id }, body: { reason: 'Not allowed here at all' } } as const;
    expect((await testHost.call('POST /admin/content/:type/:id/hide', request, operator)).status).toBe(200);
    passTime();
  };
  await move(before, otherGallery);
  await move(photo, otherGallery);
  await hideGallery(otherGallery);
  // Hidden with the gallery that it is in now.
  expect([await visiblePhotoIds(gallery, fan), await canOpenFile(before, fan)]).toEqual([idsOf(moved), false]);
  await move(photo, open);
  expect([await visiblePhotoIds(open, fan), await canOpenFile(photo, fan)]).toEqual([[], false]);
  await move(before, null);
  await hideGallery(gallery);
  await move(moved, open);
  for (const each of [photo, moved, before]) expect(await canOpenFile(each, fan)).toBe(false);
});

test('buyers keep a moved photo after its performer is erased, while unsold photos are deleted', async () => {
  const eve = await signUpPerformer(testHost, 'eve');
  const [gallery, otherGallery] = [await publishItem(testHost, eve, 'gallery', paid), await publishItem(testHost, eve, 'gallery')];
  const [photo, unsold] = [await add(gallery, {}, eve), await add(otherGallery, {}, eve)];
  const fan = await buyGallery(gallery);
  await move(photo, otherGallery, eve);
  expect((await testHost.call('POST /account/deletion', { body: { currentPassword: password } }, eve)).status).toBe(200);
  await advanceDays(40);
  await eraseAccount(testHost.ctx, eve.id);
  await advanceDays(0, ada, operator, fan);
  expect(await visiblePhotoIds(gallery, fan)).toEqual(idsOf(photo));
  expect(await fileStatusesIn(gallery, fan)).toEqual([200]);
  expect(await canOpenFile(unsold, fan)).toBe(false);
});

test('a buyer’s list of photos uses the same number of queries for 8 removed photos as for 1', async () => {
  const otherGallery = await publishItem(testHost, ada, 'gallery', draft);
  const queriesFor = async (count: number) => {
    const gallery = await publishItem(testHost, ada, 'gallery', paid);
    const photos: Added[] = [];
    for (let index = 0; index < count; index += 1) photos.push(await add(gallery));
    const fan = await buyGallery(gallery);
    for (const photo of photos) await move(photo, otherGallery);
    expect(await visiblePhotoIds(gallery, fan)).toHaveLength(count);
    return fewestQueries(testHost, () => photosOf(gallery, fan));
  };
  expect(await queriesFor(8)).toBe(await queriesFor(1));
});
