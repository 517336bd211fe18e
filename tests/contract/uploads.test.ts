/** Uploads of performers: every endpoint rejects unreadable files and files beyond the storage quota with named errors. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Name } from '@contract/api';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { items } from '@server/platform/db/schema/content';
import { files, uploads } from '@server/platform/db/schema/files';
import { blobOf, audioFile, videoFile } from '../kit/files/media-clips';
import { signUpPerformer, sampleImage } from '../kit/people/people';
import { addProduct } from '../kit/content/products';
import { publishItem } from '../kit/content/published-item';
import { openTestHost, type TestHost } from '../kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let performerAtQuota: Awaited<ReturnType<typeof signUpPerformer>>;
let validFiles: Record<'image' | 'video' | 'audio' | 'digital', Blob>;

beforeAll(async () => {
  testHost = await openTestHost();
  [ada, performerAtQuota] = [await signUpPerformer(testHost, 'ada'), await signUpPerformer(testHost, 'full')];
  validFiles = {
    image: await sampleImage(64, 48),
    video: await blobOf(await videoFile({ length_s: 1 }), 'film.mp4'),
    audio: await blobOf(await audioFile('tone.mp3', 1), 'tone.mp3', 'audio/mpeg'),
    digital: new File(['Chapter one.'], 'book.txt', { type: 'text/plain' }),
  };
  await testHost.ctx.db.insert(files).values({
    id: testHost.ctx.random.id(),
    ownerId: performerAtQuota.id,
    type: 'photo',
    name: 'all of it',
    mimeType: 'image/webp',
    size: limits.quota_bytes,
    status: 'finished',
    variants: [],
    attachedKind: 'account',
    attachedId: performerAtQuota.id,
    createdAt: testHost.clock.now(),
  });
});
afterAll(() => testHost.close());

const randomBytes = new Uint8Array(4096).map((_, index) => (index * 97) % 251);
/** Bytes that are neither video nor audio, a truncated image, and an empty file. */
const invalidFiles = {
  image: () => new File([validFiles.image.slice(0, validFiles.image.size / 2)], 'broken.jpg', { type: 'image/jpeg' }),
  video: () => new File([randomBytes], 'broken.mp4', { type: 'video/mp4' }),
  audio: () => new File([randomBytes], 'broken.mp3', { type: 'audio/mpeg' }),
  digital: () => new File([], 'empty.zip', { type: 'application/zip' }),
};

type UploadEndpoint = readonly [name: Name, field: string, kind: keyof typeof invalidFiles, body?: Record<string, string>];
const uploadEndpoints: readonly UploadEndpoint[] = [
  ['POST /performer/feeds/photo/upload', 'file', 'image'],
  ['POST /performer/feeds/thumbnail/upload', 'file', 'image'],
  ['POST /performer/feeds/video/upload', 'file', 'video'],
  ['POST /performer/feeds/teaser/upload', 'file', 'video'],
  ['POST /performer/feeds/audio/upload', 'file', 'audio'],
  ['POST /performer/performer-assets/photos/upload', 'photo', 'image'],
  ['POST /performer/performer-assets/videos/upload', 'video', 'video', { title: 'A film' }],
  ['PUT /performer/performer-assets/videos/edit/:id', 'video', 'video'],
  ['POST /performers/welcome-video/upload', 'welcome-video', 'video'],
  ['POST /performer/performer-assets/products/images/upload', 'image', 'image'],
  ['POST /performer/performer-assets/products', 'image', 'image', { name: 'A print', type: 'physical', price: '5', stock: '1' }],
  ['POST /performer/performer-assets/products', 'digitalFile', 'digital', { name: 'A book', type: 'digital', price: '5' }],
  ['PUT /performer/performer-assets/products/:id', 'digitalFile', 'digital'],
  ['POST /messages/public/file/photo', 'file', 'image'],
  ['POST /messages/private/file/video', 'file', 'video'],
];

async function errorOf([name, field, , body = {}]: UploadEndpoint, performer: { id: string; token: string }, file: Blob): Promise<string> {
  const itemId = async (): Promise<string> =>
    name.includes('/products/')
      ? (await addProduct(testHost, performer, { type: 'digital', status: 'draft' }))._id
      : publishItem(testHost, performer, 'video');
  const params = name.includes(':id') ? { params: { id: await itemId() } } : {};
  const { errorBody } = await testHost.call(name, { ...params, body, files: { [field]: file } } as never, { token: performer.token });
  return errorBody.error;
}

describe.each(
  uploadEndpoints.map((uploadEndpoint) => ({
    name: uploadEndpoint[0],
    field: uploadEndpoint[1],
    kind: uploadEndpoint[2],
    uploadEndpoint,
  })),
)('$name with $field', ({ kind, uploadEndpoint }) => {
  test('rejects an unreadable file', async () => {
    expect(await errorOf(uploadEndpoint, ada, invalidFiles[kind]())).toBe('file_unreadable');
  });

  test("rejects a file beyond the performer's storage quota", async () => {
    expect(await errorOf(uploadEndpoint, performerAtQuota, validFiles[kind])).toBe('quota_exceeded');
  });
});

test('a performer without storage left cannot create a thumbnail from a video frame', async () => {
  const video = testHost.ctx.random.id();
  const key = `files/${video}/frame-1`;
  const bytes = Buffer.from(await validFiles.image.arrayBuffer());
  await testHost.ctx.storage.put(key, bytes, { contentType: 'image/webp' });
  await testHost.ctx.db.insert(files).values({
    id: video,
    ownerId: performerAtQuota.id,
    type: 'feed-video',
    name: 'film.mp4',
    mimeType: 'video/mp4',
    size: 1,
    status: 'finished',
    variants: [{ name: 'frame-1', key, contentType: 'image/webp', size: bytes.length, width: 64, height: 48 }],
    createdAt: testHost.clock.now(),
  });
  const body = { type: 'video' as const, fileIds: [video], thumbnailFrame: 1 };
  const response = await testHost.call('POST /performer/feeds', { body }, { token: performerAtQuota.token });
  expect(response.errorBody.error).toBe('quota_exceeded');
  const { data } = await testHost.call(
    'POST /performer/feeds',
    { body: { type: 'video', fileIds: [video] } },
    { token: performerAtQuota.token },
  );
  const changed = await testHost.call(
    'PUT /performer/feeds/:id',
    { params: { id: data._id }, body: { thumbnailFrame: 1 } },
    { token: performerAtQuota.token },
  );
  expect(changed.errorBody.error).toBe('quota_exceeded');
});

test('a full gallery rejects both uploaded and moved photos', async () => {
  const galleryId = await publishItem(testHost, ada, 'gallery');
  const add = async (body: Record<string, string>) =>
    testHost.call('POST /performer/performer-assets/photos/upload', { files: { photo: validFiles.image }, body }, { token: ada.token });
  const { data: singlePhoto } = await add({});
  const galleryPhoto = (await add({ galleryId })).data;
  // Copies of its row fill the gallery up to one photo below the limit.
  await testHost.ctx.db.execute(sql`
    with copied as (
      insert into items select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).* from items i, generate_series(1, ${limits.galleryPhotosMax - 2}) where i.id = ${galleryPhoto._id}
      returning id
    )
    insert into photos (item_id, gallery_id, ordering) select id, ${galleryId}, 1 from copied`);
  const results = await Promise.all([add({ galleryId }), add({ galleryId })]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(results.find(({ status }) => status === 422)?.errorBody.error).toBe('gallery_full');
  const moved = await testHost.call(
    'PUT /performer/performer-assets/photos/:id',
    { params: { id: singlePhoto._id }, body: { galleryId } },
    { token: ada.token },
  );
  expect(moved.errorBody.error).toBe('gallery_full');
  expect(await testHost.ctx.db.$count(items, eq(items.kind, 'photo'))).toBe(limits.galleryPhotosMax + 1);
});

test('a performer cannot buy their own items, even after losing the role', async () => {
  const formerPerformer = await signUpPerformer(testHost);
  const ids = {
    video: await publishItem(testHost, formerPerformer, 'video', { audience: 'paid', price: 500n }),
    gallery: await publishItem(testHost, formerPerformer, 'gallery', { audience: 'paid', price: 500n }),
  };
  await testHost.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, formerPerformer.id));
  for (const kind of ['video', 'gallery'] as const) {
    const bought = await testHost.call(
      `POST /wallet/charges/${kind}/:id`,
      { params: { id: ids[kind] }, body: {} },
      { token: formerPerformer.token },
    );
    expect(bought.errorBody.error).toBe('own_item');
  }
});

/** The endpoints that create a file, or an item with one, from an upload. */
const creatingEndpoints = uploadEndpoints.filter(([name]) => !name.startsWith('PUT') && !name.includes('welcome'));

describe.each(creatingEndpoints.map((uploadEndpoint) => ({ name: uploadEndpoint[0], uploadEndpoint })))(
  '$name',
  ({ uploadEndpoint: [name, field, kind, body = {}] }) => {
    const send = (file: Blob | { uploadId: string }, key: string, extraFields: Record<string, string> = {}) =>
      testHost.call(name, { body: { ...body, ...extraFields }, files: { [field]: file } } as never, { token: ada.token, key });
    const fileCount = () => testHost.ctx.db.$count(files, eq(files.ownerId, ada.id));
    const idOf = ({ data }: { data: unknown }) => (data as { _id: string })._id;

    test('creates one file when a request is repeated because its response was lost', async () => {
      const before = await fileCount();
      const [first, second] = [
        await send(validFiles[kind], `${name} ${field} lost`),
        await send(validFiles[kind], `${name} ${field} lost`),
      ];
      expect([first.status < 300, second.status, idOf(second)]).toEqual([true, 200, idOf(first)]);
      expect(await fileCount()).toBe(before + 1);
      const other = new File([validFiles[kind]], 'another.name', { type: validFiles[kind].type });
      expect((await send(other, `${name} ${field} lost`)).errorBody.error).toBe('idempotency_key_reused');
      expect(await fileCount()).toBe(before + 1);
    });

    test('creates one file from a chunked upload, even if the final request is repeated', async () => {
      const bytes = Buffer.from(await validFiles[kind].arrayBuffer());
      const id = testHost.ctx.random.id();
      await mkdir(join(testHost.ctx.config.dataDir, 'uploads'), { recursive: true });
      await writeFile(join(testHost.ctx.config.dataDir, 'uploads', id), bytes);
      const [now, later] = [testHost.clock.now(), new Date(testHost.clock.now().getTime() + 60_000)];
      const row = { id, ownerId: ada.id, name: 'a file', purpose: 'photo' as const, size: bytes.length, received: bytes.length };
      await testHost.ctx.db.insert(uploads).values({ ...row, takenAt: now, createdAt: now, expiresAt: later });
      const finish = () => send({ uploadId: id }, `${name} ${field} chunked`);
      // The first request has claimed the upload and has not responded yet.
      expect((await finish()).errorBody.error).toBe('request_in_progress');
      await testHost.ctx.db.update(uploads).set({ takenAt: null }).where(eq(uploads.id, id));
      const [first, second] = [await finish(), await finish()];
      expect([first.status < 300, second.status, idOf(second)]).toEqual([true, 200, idOf(first)]);
      expect(await testHost.ctx.db.$count(uploads, eq(uploads.id, id))).toBe(0);
      expect((await send(validFiles[kind], `${name} ${field} chunked`, { title: 'Another' })).errorBody.error).toBe(
        'idempotency_key_reused',
      );
    });
  },
);
