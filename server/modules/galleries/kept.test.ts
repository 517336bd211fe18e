/** What is left of a gallery that is taken down, changed or deleted: for whom its photos stay, and what its end costs. */
import { inTransaction } from '@server/platform/context';
import { photos } from '@server/platform/db/schema/schema';
import { createItem, relist } from '@server/modules/items/items';
import { fillWallet } from '../../../tests/support/books';
import { signUpFan, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { fewestStatements } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let picture: Blob;
beforeAll(async () => {
  world = await openWorld();
  [ada, picture] = [await signUpPerformer(world, 'ada'), await somePicture(64, 48)];
});
afterAll(() => world.close());

const assets = '/performer/performer-assets';
const paid = { audience: 'paid', price: 500n } as const;
const add = async (galleryId: string, body: Record<string, string> = {}) =>
  (await world.call(`POST ${assets}/photos/upload`, { files: { photo: picture }, body: { galleryId, ...body } }, ada)).data;
/** Everything has a moment of its own, and what was kept of access is over. */
const later = () => world.clock.advance({ seconds: 3 });
const edit = async (id: string, body: Record<string, unknown>) => {
  await world.call(`PUT ${assets}/galleries/:id`, { params: { id }, body }, ada);
  later();
};
const removePhoto = async (id: string) => {
  later();
  await world.call(`DELETE ${assets}/photos/:id`, { params: { id } }, ada);
  later();
};
const removeGallery = (id: string) => world.call(`DELETE ${assets}/galleries/:id`, { params: { id } }, ada);

async function buyer(id: string) {
  const fan = await signUpFan(world);
  await fillWallet(world, fan.id, 500n);
  expect((await world.call('POST /wallet/charges/gallery/:id', { params: { id }, body: {} }, { token: fan.token })).status).toBe(200);
  return fan;
}
const seenIn = async (galleryId: string, { token }: { token: string }) =>
  (await world.call('GET /performer-assets/photos', { query: { galleryId } }, { token })).data.data.map(({ _id }) => _id).sort();
/** Whether somebody gets the bytes of a photo, or is told that there is no such file. */
const hasFile = async (fileId: string, { token }: { token: string }) =>
  (await world.call('GET /files/:id/status', { params: { id: fileId } }, { token })).status === 200;

test('photos are closed with the gallery around them: a draft, one that is over, or one that is for later', async () => {
  const fan = await signUpFan(world);
  const gallery = await published(world, ada, 'gallery');
  const photo = await add(gallery);
  expect(await hasFile(photo.photo._id, fan)).toBe(true);
  await edit(gallery, { status: 'draft' });
  expect(await hasFile(photo.photo._id, fan)).toBe(false);
  await edit(gallery, { status: 'active', expiresAt: new Date(world.clock.now().getTime() + 60_000).toISOString() });
  expect(await hasFile(photo.photo._id, fan)).toBe(true);
  world.clock.advance({ minutes: 2 });
  expect(await hasFile(photo.photo._id, fan)).toBe(false);
  const all = await world.call('GET /performer-assets/photos', { query: { performerId: ada.id } }, { token: fan.token });
  expect(all.data.data).toEqual([]);
  expect(await hasFile(photo.photo._id, ada)).toBe(true);
});

test('a buyer keeps what was published when she bought or since, and gets no draft and nothing that was deleted before', async () => {
  const gallery = await published(world, ada, 'gallery', paid);
  const [before, during, shown] = [await add(gallery), await add(gallery), await add(gallery)];
  const draft = await add(gallery, { status: 'draft' });
  const early = await buyer(gallery);
  await removePhoto(before._id);
  const late = await buyer(gallery);
  await removePhoto(during._id);
  const own = { [early.id]: [before, during, shown], [late.id]: [during, shown] };
  const holds = async () => {
    for (const fan of [early, late]) {
      const kept = (own[fan.id] ?? []).map(({ _id }) => _id);
      expect(await seenIn(gallery, fan)).toEqual([...kept].sort());
      for (const photo of [before, during, shown, draft])
        expect([photo._id, await hasFile(photo.photo._id, fan)]).toEqual([photo._id, kept.includes(photo._id)]);
    }
  };
  await holds();
  await edit(gallery, { status: 'inactive' });
  await holds();
  await removeGallery(gallery);
  later();
  await holds();
});

test('a photo stays in the gallery with which it was sold; one that no buyer has seen may move', async () => {
  const [gallery, other] = [await published(world, ada, 'gallery', paid), await published(world, ada, 'gallery')];
  const [shown, draft] = [await add(gallery), await add(gallery, { status: 'draft' })];
  const fan = await buyer(gallery);
  const moved = (id: string, galleryId: string | null) =>
    world.call(`PUT ${assets}/photos/:id`, { params: { id }, body: { galleryId } }, ada);
  for (const galleryId of [other, null]) expect((await moved(shown._id, galleryId)).refusal.error).toBe('item_sold');
  expect(await seenIn(gallery, fan)).toEqual([shown._id]);
  expect(await hasFile(shown.photo._id, fan)).toBe(true);
  expect((await moved(draft._id, other)).status).toBe(200);
});

/** A gallery with so many photos, by their rows alone. */
async function filled(count: number): Promise<string> {
  const galleryId = await published(world, ada, 'gallery');
  const { photo } = await add(galleryId);
  await inTransaction(world.ctx, async (tx) => {
    for (let ordering = 1; ordering < count; ordering += 1) {
      const made = { performerId: ada.id, title: '', body: '', changes: {}, readiness: 'ready', isPinned: false } as const;
      const { id: itemId } = await createItem(tx, { ...made, kind: 'photo' });
      await tx.db.insert(photos).values({ itemId, galleryId, fileId: photo._id, ordering });
      await relist(tx, itemId);
    }
  });
  return galleryId;
}

test('deleting a gallery of 2 and one of 20 photos costs the same number of statements', async () => {
  const costOf = async (count: number) => {
    const galleries = [await filled(count), await filled(count), await filled(count)];
    return fewestStatements(world, async () => {
      expect((await removeGallery(galleries.pop() ?? '')).status).toBe(200);
    });
  };
  expect(await costOf(20)).toBe(await costOf(2));
});
