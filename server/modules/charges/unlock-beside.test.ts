/** Buying what is being deleted or emptied at the same moment: whoever has paid keeps what she paid for. */
import { eq, sql } from 'drizzle-orm';
import type { UnlockType } from '@contract/values';
import { files, videos } from '@server/platform/db/schema/schema';
import { walletOf } from '@server/money/ledger/chart';
import { fillWallet, somebodyWaits } from '../../../tests/support/books';
import { signUpFan, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { publishPost, uploadPhoto } from '../../../tests/support/posts';
import { published } from '../../../tests/kit/content/published-item';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  world = await openWorld();
  ada = await signUpPerformer(world, 'ada');
});
afterAll(() => world.close());

interface Sold {
  type: UnlockType;
  id: string;
  /** A file that the buyer pays for. */
  fileId: string;
  photoId?: string;
}

const paid = { audience: 'paid', price: 500n } as const;

async function gallery(): Promise<Sold & { photoId: string }> {
  const id = await published(world, ada, 'gallery', paid);
  const { data } = await world.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: await somePicture(64, 48) }, body: { galleryId: id } },
    ada,
  );
  return { type: 'gallery', id, fileId: data.photo._id, photoId: data._id };
}

async function video(): Promise<Sold> {
  const [id, fileId] = [await published(world, ada, 'video', paid), await uploadPhoto(world, ada)];
  await world.ctx.db.update(videos).set({ fileId }).where(eq(videos.itemId, id));
  await world.ctx.db
    .update(files)
    .set({ type: 'video', attachedTo: `video:${id}` })
    .where(eq(files.id, fileId));
  return { type: 'video', id, fileId };
}

async function post(): Promise<Sold> {
  const [fileId, other] = [await uploadPhoto(world, ada), await uploadPhoto(world, ada)];
  const { _id: id } = await publishPost(world, ada, { type: 'photo', fileIds: [fileId, other], audience: 'paid', price: 5 });
  return { type: 'feed', id, fileId };
}

const assets = '/performer/performer-assets';
const endings: [string, () => Promise<Sold>, (sold: Sold) => Promise<{ status: number }>][] = [
  ['gallery', gallery, ({ id }) => world.call(`DELETE ${assets}/galleries/:id`, { params: { id } }, ada)],
  ['photo of a gallery', gallery, ({ photoId = '' }) => world.call(`DELETE ${assets}/photos/:id`, { params: { id: photoId } }, ada)],
  ['video', video, ({ id }) => world.call(`DELETE ${assets}/videos/:id`, { params: { id } }, ada)],
  [
    'video’s file',
    video,
    ({ id }) => world.call(`DELETE ${assets}/videos/remove-file/:id`, { params: { id }, body: { type: 'video' } }, ada),
  ],
  [
    'file of a post',
    post,
    async ({ id, fileId }) => {
      const rest = (await world.call('GET /performer/feeds/:id', { params: { id } }, ada)).data.files.map(({ _id }) => _id);
      return world.call('PUT /performer/feeds/:id', { params: { id }, body: { fileIds: rest.filter((one) => one !== fileId) } }, ada);
    },
  ],
];

test.each(endings)('a %s that goes while somebody pays for it waits, and stays hers', async (_what, sell, end) => {
  const [fan, sold] = [await signUpFan(world), await sell()];
  await fillWallet(world, fan.id, 500n);
  const { buying, ending } = await world.ctx.db.transaction(async (tx) => {
    // Her wallet is busy: the purchase has begun and has not come to its end.
    await tx.execute(sql`select from ledger_balances where account_id = ${walletOf(fan.id)} for update`);
    const first = world.call(`POST /wallet/charges/${sold.type}/:id`, { params: { id: sold.id }, body: {} }, { token: fan.token });
    await somebodyWaits(world);
    const second = end(sold);
    await Promise.race([second, somebodyWaits(world, 2)]);
    return { buying: first, ending: second };
  });
  expect((await buying).status).toBe(200);
  await ending;
  const [file] = await world.ctx.db.select({ attachedTo: files.attachedTo }).from(files).where(eq(files.id, sold.fileId));
  expect(file?.attachedTo).not.toBeNull();
  expect(file).toBeDefined();
});
