/** Videos: upload, playback, and the lifecycle of their files. */
import { eq } from 'drizzle-orm';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { fillWallet, setWithheld } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { countQueries } from '../../../tests/kit/host/queries';
import { publishItem } from '../../../tests/kit/content/published-item';
import { runJob } from '../../../tests/kit/content/posts';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

// Videos are really converted, so the run time depends on the load of the machine.
let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let clip: File;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, fan] = [await signUpPerformer(testHost, 'ada'), await signUpFan(testHost)];
  clip = await blobOf(await videoFile(), 'film.mp4');
});
afterAll(() => testHost.close());

const missingId = '0198c0de-0000-7000-8000-00000000dead';
const upload = (body: Record<string, string | string[]> = {}, uploads: Record<string, Blob> = {}, token = ada.token) =>
  testHost.call(
    'POST /performer/performer-assets/videos/upload',
    {
      files: { video: clip, teaser: undefined, thumbnail: undefined, ...uploads },
      body: { title: 'Rehearsal', audience: 'public', ...body },
    },
    { token },
  );
const edit = (id: string, body: Record<string, string | string[]>, uploads: Record<string, Blob> = {}, token = ada.token) =>
  testHost.call('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, files: uploads, body } as never, { token });
const own = async (id: string) =>
  (await testHost.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: ada.token })).data;
const view = (id: string, token: string | null = null) => testHost.call('GET /performer-assets/videos/:id', { params: { id } }, { token });
const removeFile = (id: string, type: 'video' | 'teaser' | 'thumbnail') =>
  testHost.call('DELETE /performer/performer-assets/videos/remove-file/:id', { params: { id }, body: { type } }, { token: ada.token });

/** Converts waiting files, as a worker would. */
async function convert(): Promise<void> {
  const waiting = await testHost.ctx.db.select({ id: files.id }).from(files).where(eq(files.status, 'created'));
  for (const { id } of waiting) await runJob(testHost, 'files/convert', { fileId: id });
}

test('a video is published once it can be played, with a poster, its duration and several sources', async () => {
  const { status, data } = await upload({ tags: ['Dance', 'stage'], description: 'Act one.', participantIds: [ada.id] });
  expect(status).toBe(202);
  expect(data).toMatchObject({ state: 'processing', video: { status: 'created', url: null }, tags: ['dance', 'stage'] });
  expect((await view(data._id)).errorBody.error).toBe('video_not_found');
  await convert();
  const seen = (await view(data.slug)).data;
  expect(seen).toMatchObject({ _id: data._id, state: 'published', isLocked: false, participants: [{ username: 'ada' }] });
  expect(seen.video).toMatchObject({ status: 'finished', duration: 2, width: 320, height: 240 });
  expect(seen.video?.sources.map(({ type }) => type)).toEqual(expect.arrayContaining(['hls', 'mp4']));
  expect(seen.video?.thumbnailUrl).toContain('/media/');
  await view(data._id, fan.token);
  expect((await own(data._id)).stats.views).toBe(2);
  const me = await testHost.call('GET /performers/:id', { params: { id: 'ada' } });
  expect(me.data.stats.totalVideos).toBe(1);
});

test('a new file replaces the old one once it can be played', async () => {
  const { data } = await upload();
  await convert();
  const before = (await own(data._id)).video?._id;
  const edited = await edit(data._id, { title: 'Better' }, { video: await blobOf(await videoFile({ length_s: 1 }), 'new.mp4') });
  expect(edited.status).toBe(202);
  expect((await view(data._id)).data).toMatchObject({ title: 'Better', state: 'published', video: { _id: before } });
  await convert();
  const after = (await view(data._id)).data.video;
  expect(after).toMatchObject({ status: 'finished', duration: 1 });
  expect(after?._id).not.toBe(before);
  const [old] = await testHost.ctx.db
    .select()
    .from(files)
    .where(eq(files.id, before ?? ''));
  expect(old?.attachedKind).toBeNull();
});

test('the thumbnail can be one of three frames, or an uploaded image', async () => {
  const { data } = await upload();
  expect((await edit(data._id, { thumbnailFrame: '1' })).errorBody.error).toBe('file_not_found');
  await convert();
  const { video } = await own(data._id);
  expect(video?.frames.map(({ frame }) => frame)).toEqual([1, 2, 3]);
  expect((await view(data._id, fan.token)).data.video?.frames).toEqual([]);
  const chosen = (await edit(data._id, { thumbnailFrame: '2' })).data.thumbnail;
  expect(chosen).toMatchObject({ type: 'video-thumbnail', status: 'finished', width: 320 });
  expect((await view(data._id)).data.thumbnail?._id).toBe(chosen?._id);
  const uploaded = (await edit(data._id, { thumbnailFrame: '3' }, { thumbnail: await sampleImage(64, 48) })).data.thumbnail;
  expect(uploaded).toMatchObject({ width: 64 });
  expect((await edit(data._id, { thumbnailFrame: '4' })).errorBody.error).toBe('invalid_request');
});

test('a locked video shows its teaser and a blurred preview, but no URL of the rest', async () => {
  const teaser = await blobOf(await videoFile({ length_s: 1 }), 'teaser.mp4');
  const { data } = await upload({ audience: 'paid', price: '3.00' }, { teaser, thumbnail: await sampleImage(320, 180) });
  await convert();
  const locked = (await view(data._id, fan.token)).data;
  expect(locked).toMatchObject({
    isLocked: true,
    unlock: ['buy'],
    price: 3,
    video: { url: null, sources: [], downloadUrl: null, duration: 2 },
  });
  expect(locked.thumbnail).toMatchObject({ url: null });
  expect(locked.teaser?.sources.length).toBeGreaterThan(0);
  await fillWallet(testHost, fan.id, 1000n);
  const bought = await testHost.call('POST /wallet/charges/video/:id', { params: { id: data._id }, body: { expectedPrice: 3 } }, fan);
  expect(bought.data.item.video?.sources.length).toBeGreaterThan(0);
  await setWithheld(testHost, fan.id);
  expect((await view(data._id, fan.token)).data).toMatchObject({ isLocked: true, video: { sources: [] } });
  const owed = await testHost.call('POST /wallet/charges/video/:id', { params: { id: data._id }, body: {} }, fan);
  expect(owed.errorBody.error).toBe('purchase_withheld');
  await setWithheld(testHost, fan.id, false);
  expect((await removeFile(data._id, 'video')).errorBody.error).toBe('item_sold');
  const replaced = await edit(data._id, { title: 'Mine' }, { video: clip });
  expect(replaced.errorBody).toMatchObject({ error: 'item_sold', issues: [{ path: 'video' }] });
  expect((await edit(data._id, { title: 'Still the same film' })).data).toMatchObject({ title: 'Still the same film' });
  expect((await removeFile(data._id, 'teaser')).data.teaser).toBeNull();
  expect((await removeFile(data._id, 'thumbnail')).data.thumbnail).toBeNull();
  expect((await removeFile(data._id, 'thumbnail')).errorBody.error).toBe('file_not_found');
  await testHost.call('DELETE /performer/performer-assets/videos/:id', { params: { id: data._id } }, { token: ada.token });
  expect((await view(data._id, fan.token)).data).toMatchObject({ isBought: true, isLocked: false });
  expect((await view(data._id)).errorBody.error).toBe('video_not_found');
});

test.each([
  ['becomes ready concurrently', (pay: () => Promise<unknown>) => Promise.all([pay(), convert()]), false],
  ['becomes ready afterwards', (pay: () => Promise<unknown>) => pay().then(convert), true],
])('the first sale of a video keeps its file when a new one %s', async (_when, payAndConvert, isFirstKept) => {
  const buyer = await signUpFan(testHost);
  await fillWallet(testHost, buyer.id, 1000n);
  const film = await blobOf(await videoFile({ length_s: 1 }), 'film.mp4');
  const { data } = await upload({ audience: 'paid', isSale: 'true', price: '3' }, { video: film });
  await convert();
  const first = (await own(data._id)).video?._id;
  await edit(data._id, {}, { video: film });
  await payAndConvert(() => testHost.call('POST /wallet/charges/video/:id', { params: { id: data._id }, body: {} }, buyer));
  await convert();
  const oldFileId = (await own(data._id)).video?._id;
  const { data: notifications } = await testHost.call('GET /notifications', {}, { token: ada.token });
  const isNotified = notifications.data.some(({ text }) => text.includes('was sold before its new file was ready'));
  // When concurrent, either may be first. The fan has bought the file that they see.
  expect({ isFirst: oldFileId === first, isNotified }).toEqual({ isFirst: isNotified, isNotified });
  if (isFirstKept) expect(oldFileId).toBe(first);
  expect((await view(data._id, buyer.token)).data).toMatchObject({ isLocked: false, video: { _id: oldFileId } });
});

test('a video without its file is a draft', async () => {
  const { data } = await upload();
  await convert();
  expect((await removeFile(data._id, 'video')).data).toMatchObject({ status: 'draft', state: 'draft', video: null });
  expect((await view(data._id)).errorBody.error).toBe('video_not_found');
  const [row] = await testHost.ctx.db.select().from(videos).where(eq(videos.itemId, data._id));
  expect(row).toMatchObject({ fileId: null, nextFileId: null });
});

test('uploading, changing, removing and reading a video are rejected with a specific error', async () => {
  const unverified = await signUpPerformer(testHost, 'late', 'pending');
  const id = await publishItem(testHost, ada, 'video');
  const text = new File(['#EXTM3U\nfile:///etc/passwd'], 'list.m3u8', { type: 'video/mp4' });
  const errors = async (calls: Promise<{ errorBody: { error: string } }>[]) =>
    (await Promise.all(calls)).map(({ errorBody }) => errorBody.error);
  expect(
    await errors([
      upload({}, {}, unverified.token),
      upload({ participantIds: [fan.id] }),
      upload({ audience: 'paid', price: '0.1' }),
      upload({ scheduledAt: '2020-01-01T00:00:00Z' }),
      edit(id, {}, {}, unverified.token),
      edit(id, { participantIds: [fan.id] }),
      edit(id, { audience: 'paid', price: '0.1' }),
      edit(id, { expiresAt: '2020-01-01T00:00:00Z' }),
      edit(missingId, {}),
    ]),
  ).toEqual([
    'performer_not_verified',
    'performer_not_found',
    'price_out_of_range',
    'schedule_in_past',
    'performer_not_verified',
    'performer_not_found',
    'price_out_of_range',
    'schedule_in_past',
    'video_not_found',
  ]);
  for (const rejected of [await upload({}, { video: text }), await edit(id, {}, { video: text })])
    expect(['file_unreadable', 'unsupported_media_type']).toContain(rejected.errorBody.error);
  expect((await removeFile(missingId, 'video')).errorBody.error).toBe('video_not_found');
  for (const name of ['DELETE /performer/performer-assets/videos/:id', 'GET /performer/performer-assets/videos/:id/view'] as const)
    expect((await testHost.call(name, { params: { id: missingId } }, { token: ada.token })).errorBody.error).toBe('video_not_found');
  expect((await view(missingId)).errorBody.error).toBe('video_not_found');
});

test('buying a video is rejected with a specific error', async () => {
  const [free, expensive] = [
    await publishItem(testHost, ada, 'video'),
    await publishItem(testHost, ada, 'video', { audience: 'paid', price: 900_000n }),
  ];
  const buyer = await signUpFan(testHost);
  const buy = async (id: string, body = {}) =>
    (await testHost.call('POST /wallet/charges/video/:id', { params: { id }, body }, { token: buyer.token })).errorBody.error;
  expect(await buy(missingId)).toBe('video_not_found');
  expect(await buy(free)).toBe('not_for_sale');
  expect(await buy(expensive, { expectedPrice: 1 })).toBe('price_changed');
  expect(await buy(expensive)).toBe('insufficient_balance');
  await testHost.call('PUT /users', { body: { monthlySpendingLimit: 1 } }, { token: buyer.token });
  expect(await buy(expensive)).toBe('spending_limit_reached');
  await testHost.call('POST /block/users', { body: { targetId: buyer.id } }, { token: ada.token });
  expect(await buy(expensive)).toBe('blocked_by_performer');
  expect((await view(expensive, buyer.token)).errorBody.error).toBe('blocked_by_performer');
});

test('lists of 2 and of 20 use the same number of queries, and find related videos by tag', async () => {
  const bruno = await signUpPerformer(testHost, 'bruno');
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1)
    ids.push(await publishItem(testHost, bruno, 'video', { audience: 'public', tags: [`t${String(index % 4)}`] }, `Song ${String(index)}`));
  const search = (query: Record<string, unknown>) =>
    testHost.call('GET /performer-assets/videos/search', { query: { performerId: bruno.id, ...query } }, { token: fan.token });
  await search({ limit: 2 });
  const few = await countQueries(testHost, () => search({ limit: 2 }));
  const many = await countQueries(testHost, () => search({ limit: 20 }));
  expect(many.result.data.data).toHaveLength(20);
  expect(many.queries).toBe(few.queries);
  const related = await search({ tags: ['t1'], excludedId: ids[1] });
  expect(related.data.data.map(({ title }) => title).toSorted()).toEqual(['Song 13', 'Song 17', 'Song 5', 'Song 9']);
  const mine = await testHost.call('GET /performer/performer-assets/videos/search', { query: { state: 'published', q: 'song 19' } }, bruno);
  expect(mine.data.data[0]).toMatchObject({ title: 'Song 19', totalSold: 0 });
});
