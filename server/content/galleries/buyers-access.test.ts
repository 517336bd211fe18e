/** Galleries that are unpublished, changed or deleted: which buyers keep their photos, and how many queries a deletion takes. */
import { inTransaction } from '@server/platform/context';
import { photos } from '@server/platform/db/schema/content';
import { createItem } from '@server/content/items/write';
import { syncListing } from '@server/content/items/listing';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { fewestTransactionStatements } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let picture: Blob;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, picture] = [await signUpPerformer(testHost, 'ada'), await sampleImage(64, 48)];
});
afterAll(() => testHost.close());

const assets = '/performer/performer-assets';
const paid = { audience: 'paid', price: 500n } as const;
const add = async (galleryId: string, body: Record<string, string> = {}) =>
  (await testHost.call(`POST ${assets}/photos/upload`, { files: { photo: picture }, body: { galleryId, ...body } }, ada)).data;
/** Advances the clock, so that timestamps differ and cached access expires. */
const passTime = () => testHost.clock.advance({ seconds: 3 });
const edit = async (id: string, body: Record<string, unknown>) => {
  await testHost.call(`PUT ${assets}/galleries/:id`, { params: { id }, body }, ada);
  passTime();
};
const removePhoto = async (id: string) => {
  passTime();
  await testHost.call(`DELETE ${assets}/photos/:id`, { params: { id } }, ada);
  passTime();
};
const removeGallery = (id: string) => testHost.call(`DELETE ${assets}/galleries/:id`, { params: { id } }, ada);

async function buyGallery(id: string) {
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, 500n);
  expect((await testHost.call('POST /wallet/charges/gallery/:id', { params: { id }, body: {} }, { token: fan.token })).status).toBe(200);
  return fan;
}
const visiblePhotoIds = async (galleryId: string, { token }: { token: string }) =>
  (await testHost.call('GET /performer-assets/photos', { query: { galleryId } }, { token })).data.data.map(({ _id }) => _id).sort();
/** Whether the user can open the file of a photo. */
const canOpenFile = async (fileId: string, { token }: { token: string }) =>
  (await testHost.call('GET /files/:id/status', { params: { id: fileId } }, { token })).status === 200;

test('photos are hidden while their gallery is a draft, and after it expires', async () => {
  const fan = await signUpFan(testHost);
  const gallery = await publishItem(testHost, ada, 'gallery');
  const photo = await add(gallery);
  expect(await canOpenFile(photo.photo._id, fan)).toBe(true);
  await edit(gallery, { status: 'draft' });
  expect(await canOpenFile(photo.photo._id, fan)).toBe(false);
  await edit(gallery, { status: 'active', expiresAt: new Date(testHost.clock.now().getTime() + 60_000).toISOString() });
  expect(await canOpenFile(photo.photo._id, fan)).toBe(true);
  testHost.clock.advance({ minutes: 2 });
  expect(await canOpenFile(photo.photo._id, fan)).toBe(false);
  const all = await testHost.call('GET /performer-assets/photos', { query: { performerId: ada.id } }, { token: fan.token });
  expect(all.data.data).toEqual([]);
  expect(await canOpenFile(photo.photo._id, ada)).toBe(true);
});

test('a buyer keeps photos that were published at the purchase or later, but no drafts and none removed before it', async () => {
  const gallery = await publishItem(testHost, ada, 'gallery', paid);
  const [removedFirst, removedSecond, kept] = [await add(gallery), await add(gallery), await add(gallery)];
  const draft = await add(gallery, { status: 'draft' });
  const earlyBuyer = await buyGallery(gallery);
  await removePhoto(removedFirst._id);
  const lateBuyer = await buyGallery(gallery);
  await removePhoto(removedSecond._id);
  const expected = { [earlyBuyer.id]: [removedFirst, removedSecond, kept], [lateBuyer.id]: [removedSecond, kept] };
  const expectAccess = async () => {
    for (const fan of [earlyBuyer, lateBuyer]) {
      const visibleIds = (expected[fan.id] ?? []).map(({ _id }) => _id);
      expect(await visiblePhotoIds(gallery, fan)).toEqual([...visibleIds].sort());
      for (const photo of [removedFirst, removedSecond, kept, draft])
        expect([photo._id, await canOpenFile(photo.photo._id, fan)]).toEqual([photo._id, visibleIds.includes(photo._id)]);
    }
  };
  await expectAccess();
  await edit(gallery, { status: 'inactive' });
  await expectAccess();
  await removeGallery(gallery);
  passTime();
  await expectAccess();
});

/** A gallery with `count` photo rows that share one file. */
async function galleryWith(count: number): Promise<string> {
  const galleryId = await publishItem(testHost, ada, 'gallery');
  const { photo } = await add(galleryId);
  await inTransaction(testHost.ctx, async (tx) => {
    for (let ordering = 1; ordering < count; ordering += 1) {
      const base = { performerId: ada.id, title: '', body: '', changes: {}, readiness: 'ready', isPinned: false } as const;
      const { id: itemId } = await createItem(tx, { ...base, kind: 'photo' });
      await tx.db.insert(photos).values({ itemId, galleryId, fileId: photo._id, ordering });
      await syncListing(tx, itemId);
    }
  });
  return galleryId;
}

test('deleting a gallery uses the same number of statements for 2 photos as for 20', async () => {
  const statementsToDelete = async (count: number) => {
    const galleries = [await galleryWith(count), await galleryWith(count), await galleryWith(count)];
    return fewestTransactionStatements(testHost, async () => {
      expect((await removeGallery(galleries.pop() ?? '')).status).toBe(200);
    });
  };
  expect(await statementsToDelete(20)).toBe(await statementsToDelete(2));
});
