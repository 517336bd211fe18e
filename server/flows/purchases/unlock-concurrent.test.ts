/** Buying an item while it or one of its files is being removed: the buyer keeps what they paid for. */
import { eq, sql } from 'drizzle-orm';
import type { UnlockType } from '@contract/kernel/values/money';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { walletOf } from '@server/money/ledger/chart';
import { fillWallet, waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishPost, uploadPhoto } from '../../../tests/kit/content/posts';
import { publishItem } from '../../../tests/kit/content/published-item';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  testHost = await openTestHost();
  ada = await signUpPerformer(testHost, 'ada');
});
afterAll(() => testHost.close());

interface ItemForSale {
  type: UnlockType;
  id: string;
  /** A file that belongs to the purchase. */
  fileId: string;
  photoId?: string;
}

const paid = { audience: 'paid', price: 500n } as const;

async function gallery(): Promise<ItemForSale & { photoId: string }> {
  const id = await publishItem(testHost, ada, 'gallery', paid);
  const { data } = await testHost.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: await sampleImage(64, 48) }, body: { galleryId: id } },
    ada,
  );
  return { type: 'gallery', id, fileId: data.photo._id, photoId: data._id };
}

async function video(): Promise<ItemForSale> {
  const [id, fileId] = [await publishItem(testHost, ada, 'video', paid), await uploadPhoto(testHost, ada)];
  await testHost.ctx.db.update(videos).set({ fileId }).where(eq(videos.itemId, id));
  await testHost.ctx.db.update(files).set({ type: 'video', attachedKind: 'video', attachedId: id }).where(eq(files.id, fileId));
  return { type: 'video', id, fileId };
}

async function post(): Promise<ItemForSale> {
  const [fileId, other] = [await uploadPhoto(testHost, ada), await uploadPhoto(testHost, ada)];
  const { _id: id } = await publishPost(testHost, ada, { type: 'photo', fileIds: [fileId, other], audience: 'paid', price: 5 });
  return { type: 'feed', id, fileId };
}

const assets = '/performer/performer-assets';
const removals: [string, () => Promise<ItemForSale>, (sold: ItemForSale) => Promise<{ status: number }>][] = [
  ['gallery', gallery, ({ id }) => testHost.call(`DELETE ${assets}/galleries/:id`, { params: { id } }, ada)],
  ['photo of a gallery', gallery, ({ photoId = '' }) => testHost.call(`DELETE ${assets}/photos/:id`, { params: { id: photoId } }, ada)],
  ['video', video, ({ id }) => testHost.call(`DELETE ${assets}/videos/:id`, { params: { id } }, ada)],
  [
    'video’s file',
    video,
    ({ id }) => testHost.call(`DELETE ${assets}/videos/remove-file/:id`, { params: { id }, body: { type: 'video' } }, ada),
  ],
  [
    'file of a post',
    post,
    async ({ id, fileId }) => {
      const rest = (await testHost.call('GET /performer/feeds/:id', { params: { id } }, ada)).data.files.map(({ _id }) => _id);
      return testHost.call('PUT /performer/feeds/:id', { params: { id }, body: { fileIds: rest.filter((id) => id !== fileId) } }, ada);
    },
  ],
];

test.each(removals)('removing a %s during a purchase waits, and the buyer keeps it', async (_what, sell, remove) => {
  const [fan, sold] = [await signUpFan(testHost), await sell()];
  await fillWallet(testHost, fan.id, 500n);
  const { purchase, removal } = await testHost.ctx.db.transaction(async (tx) => {
    // Locks the wallet, so that the purchase has begun but cannot finish.
    await tx.execute(sql`select from ledger_balances where account_id = ${walletOf(fan.id)} for update`);
    const first = testHost.call(`POST /wallet/charges/${sold.type}/:id`, { params: { id: sold.id }, body: {} }, { token: fan.token });
    await waitForBlockedQuery(testHost);
    const second = remove(sold);
    await Promise.race([second, waitForBlockedQuery(testHost, 2)]);
    return { purchase: first, removal: second };
  });
  expect((await purchase).status).toBe(200);
  await removal;
  const [file] = await testHost.ctx.db.select({ attachedKind: files.attachedKind }).from(files).where(eq(files.id, sold.fileId));
  expect(file?.attachedKind).not.toBeNull();
  expect(file).toBeDefined();
});
