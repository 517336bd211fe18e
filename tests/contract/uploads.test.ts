/** What performers publish with files: every door refuses what cannot be read and what is beyond their storage, by name. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Name } from '@contract/api';
import * as limits from '@contract/kernel/limits';
import { accounts, files, items, uploads } from '@server/platform/db/schema/schema';
import { blobOf, soundFile, videoFile } from '../kit/files/media-clips';
import { signUpPerformer, somePicture } from '../kit/people/people';
import { addProduct } from '../kit/content/products';
import { published } from '../kit/content/published-item';
import { openWorld, type World } from '../kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let full: Awaited<ReturnType<typeof signUpPerformer>>;
let good: Record<'image' | 'video' | 'audio' | 'digital', Blob>;

beforeAll(async () => {
  world = await openWorld();
  [ada, full] = [await signUpPerformer(world, 'ada'), await signUpPerformer(world, 'full')];
  good = {
    image: await somePicture(64, 48),
    video: await blobOf(await videoFile({ length_s: 1 }), 'film.mp4'),
    audio: await blobOf(await soundFile('tone.mp3', 1), 'tone.mp3', 'audio/mpeg'),
    digital: new File(['Chapter one.'], 'book.txt', { type: 'text/plain' }),
  };
  await world.ctx.db.insert(files).values({
    id: world.ctx.chance.id(),
    ownerId: full.id,
    type: 'photo',
    name: 'all of it',
    mimeType: 'image/webp',
    size: limits.quota_bytes,
    status: 'finished',
    variants: [],
    attachedTo: 'a test',
    createdAt: world.clock.now(),
  });
});
afterAll(() => world.close());

const noise = new Uint8Array(4096).map((_, index) => (index * 97) % 251);
/** What is no film and no sound at all, a picture that ends too early, and a file with nothing in it. */
const broken = {
  image: () => new File([good.image.slice(0, good.image.size / 2)], 'broken.jpg', { type: 'image/jpeg' }),
  video: () => new File([noise], 'broken.mp4', { type: 'video/mp4' }),
  audio: () => new File([noise], 'broken.mp3', { type: 'audio/mpeg' }),
  digital: () => new File([], 'empty.zip', { type: 'application/zip' }),
};

type Door = readonly [name: Name, field: string, kind: keyof typeof broken, body?: Record<string, string>];
const doors: readonly Door[] = [
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

async function refusalOf([name, field, , body = {}]: Door, performer: { id: string; token: string }, file: Blob): Promise<string> {
  const subject = async (): Promise<string> =>
    name.includes('/products/')
      ? (await addProduct(world, performer, { type: 'digital', status: 'draft' }))._id
      : published(world, performer, 'video');
  const params = name.includes(':id') ? { params: { id: await subject() } } : {};
  const { refusal } = await world.call(name, { ...params, body, files: { [field]: file } } as never, { token: performer.token });
  return refusal.error;
}

describe.each(doors.map((door) => ({ name: door[0], field: door[1], kind: door[2], door })))('$name with $field', ({ kind, door }) => {
  test('refuses what cannot be read', async () => {
    expect(await refusalOf(door, ada, broken[kind]())).toBe('file_unreadable');
  });

  test('refuses what is beyond the storage of its performer', async () => {
    expect(await refusalOf(door, full, good[kind])).toBe('quota_exceeded');
  });
});

test('a post gets no thumbnail made of its video by whoever has no storage left', async () => {
  const video = world.ctx.chance.id();
  const key = `files/${video}/frame-1`;
  const bytes = Buffer.from(await good.image.arrayBuffer());
  await world.ctx.storage.put(key, bytes, { contentType: 'image/webp' });
  await world.ctx.db.insert(files).values({
    ...{ id: video, ownerId: full.id, type: 'feed-video', name: 'film.mp4', mimeType: 'video/mp4', size: 1, status: 'finished' },
    variants: [{ name: 'frame-1', key, contentType: 'image/webp', size: bytes.length, width: 64, height: 48 }],
    createdAt: world.clock.now(),
  });
  const body = { type: 'video' as const, fileIds: [video], thumbnailFrame: 1 };
  const made = await world.call('POST /performer/feeds', { body }, { token: full.token });
  expect(made.refusal.error).toBe('quota_exceeded');
  const { data } = await world.call('POST /performer/feeds', { body: { type: 'video', fileIds: [video] } }, { token: full.token });
  const changed = await world.call(
    'PUT /performer/feeds/:id',
    { params: { id: data._id }, body: { thumbnailFrame: 1 } },
    { token: full.token },
  );
  expect(changed.refusal.error).toBe('quota_exceeded');
});

test('a gallery takes no more photos than it holds, sent or moved', async () => {
  const galleryId = await published(world, ada, 'gallery');
  const add = async (body: Record<string, string>) =>
    world.call('POST /performer/performer-assets/photos/upload', { files: { photo: good.image }, body }, { token: ada.token });
  const { data: alone } = await add({});
  const one = (await add({ galleryId })).data;
  // All but one of the places are taken by copies of its row.
  await world.ctx.db.execute(sql`
    with copied as (
      insert into items select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).* from items i, generate_series(1, ${limits.galleryPhotosMax - 2}) where i.id = ${one._id}
      returning id
    )
    insert into photos (item_id, gallery_id, ordering) select id, ${galleryId}, 1 from copied`);
  const both = await Promise.all([add({ galleryId }), add({ galleryId })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.refusal.error).toBe('gallery_full');
  const moved = await world.call(
    'PUT /performer/performer-assets/photos/:id',
    { params: { id: alone._id }, body: { galleryId } },
    { token: ada.token },
  );
  expect(moved.refusal.error).toBe('gallery_full');
  expect(await world.ctx.db.$count(items, eq(items.kind, 'photo'))).toBe(limits.galleryPhotosMax + 1);
});

test('nobody buys what she has published herself, also when she is no performer any more', async () => {
  const former = await signUpPerformer(world);
  const ids = {
    video: await published(world, former, 'video', { audience: 'paid', price: 500n }),
    gallery: await published(world, former, 'gallery', { audience: 'paid', price: 500n }),
  };
  await world.ctx.db.update(accounts).set({ isPerformer: false, role: 'user' }).where(eq(accounts.id, former.id));
  for (const kind of ['video', 'gallery'] as const) {
    const bought = await world.call(`POST /wallet/charges/${kind}/:id`, { params: { id: ids[kind] }, body: {} }, { token: former.token });
    expect(bought.refusal.error).toBe('own_item');
  }
});

/** The doors that make a file, or something with one, of what they are sent. */
const making = doors.filter(([name]) => !name.startsWith('PUT') && !name.includes('welcome'));

describe.each(making.map((door) => ({ name: door[0], door })))('$name', ({ door: [name, field, kind, body = {}] }) => {
  const send = (file: Blob | { uploadId: string }, key: string, more: Record<string, string> = {}) =>
    world.call(name, { body: { ...body, ...more }, files: { [field]: file } } as never, { token: ada.token, key });
  const stored = () => world.ctx.db.$count(files, eq(files.ownerId, ada.id));
  const idIn = ({ data }: { data: unknown }) => (data as { _id: string })._id;

  test('makes one of what comes twice because its answer was lost', async () => {
    const before = await stored();
    const [first, second] = [await send(good[kind], `${name} ${field} lost`), await send(good[kind], `${name} ${field} lost`)];
    expect([first.status < 300, second.status, idIn(second)]).toEqual([true, 200, idIn(first)]);
    expect(await stored()).toBe(before + 1);
    const other = new File([good[kind]], 'another.name', { type: good[kind].type });
    expect((await send(other, `${name} ${field} lost`)).refusal.error).toBe('idempotency_key_reused');
    expect(await stored()).toBe(before + 1);
  });

  test('makes one of what was sent in pieces, also when its finish comes twice', async () => {
    const bytes = Buffer.from(await good[kind].arrayBuffer());
    const id = world.ctx.chance.id();
    await mkdir(join(world.ctx.config.dataDir, 'uploads'), { recursive: true });
    await writeFile(join(world.ctx.config.dataDir, 'uploads', id), bytes);
    const [now, later] = [world.clock.now(), new Date(world.clock.now().getTime() + 60_000)];
    const row = { id, ownerId: ada.id, name: 'a file', purpose: 'photo' as const, size: bytes.length, received: bytes.length };
    await world.ctx.db.insert(uploads).values({ ...row, takenAt: now, createdAt: now, expiresAt: later });
    const finish = () => send({ uploadId: id }, `${name} ${field} pieces`);
    // Whoever has taken it is still at it, and holds its answer.
    expect((await finish()).refusal.error).toBe('request_in_progress');
    await world.ctx.db.update(uploads).set({ takenAt: null }).where(eq(uploads.id, id));
    const [first, second] = [await finish(), await finish()];
    expect([first.status < 300, second.status, idIn(second)]).toEqual([true, 200, idIn(first)]);
    expect(await world.ctx.db.$count(uploads, eq(uploads.id, id))).toBe(0);
    expect((await send(good[kind], `${name} ${field} pieces`, { title: 'Another' })).refusal.error).toBe('idempotency_key_reused');
  });
});
