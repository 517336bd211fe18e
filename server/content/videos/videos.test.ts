/** Videos: from the upload to the player, and what becomes of their files. */
import { eq } from 'drizzle-orm';
import { files, videos } from '@server/platform/db/schema/schema';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { fillWallet, withhold } from '../../../tests/support/books';
import { signUpFan, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { countingQueries } from '../../../tests/support/queries';
import { published } from '../../../tests/kit/content/published-item';
import { runJob } from '../../../tests/support/posts';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let clip: File;
beforeAll(async () => {
  world = await openWorld();
  [ada, fan] = [await signUpPerformer(world, 'ada'), await signUpFan(world)];
  clip = await blobOf(await videoFile(), 'film.mp4');
});
afterAll(() => world.close());

const nobody = '0198c0de-0000-7000-8000-00000000dead';
const upload = (body: Record<string, string | string[]> = {}, sent: Record<string, Blob> = {}, token = ada.token) =>
  world.call(
    'POST /performer/performer-assets/videos/upload',
    { files: { video: clip, teaser: undefined, thumbnail: undefined, ...sent }, body: { title: 'Rehearsal', audience: 'public', ...body } },
    { token },
  );
const edit = (id: string, body: Record<string, string | string[]>, sent: Record<string, Blob> = {}, token = ada.token) =>
  world.call('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, files: sent, body } as never, { token });
const own = async (id: string) =>
  (await world.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: ada.token })).data;
const view = (id: string, token: string | null = null) => world.call('GET /performer-assets/videos/:id', { params: { id } }, { token });
const removeFile = (id: string, type: 'video' | 'teaser' | 'thumbnail') =>
  world.call('DELETE /performer/performer-assets/videos/remove-file/:id', { params: { id }, body: { type } }, { token: ada.token });

/** Converts what waits, as a worker would. */
async function convert(): Promise<void> {
  const waiting = await world.ctx.db.select({ id: files.id }).from(files).where(eq(files.status, 'created'));
  for (const { id } of waiting) await runJob(world, 'files/convert', { fileId: id });
}

test('a video is found once it can be played, with a poster, its length and sources of several kinds', async () => {
  const { status, data } = await upload({ tags: ['Dance', 'stage'], description: 'Act one.', participantIds: [ada.id] });
  expect(status).toBe(202);
  expect(data).toMatchObject({ state: 'processing', video: { status: 'created', url: null }, tags: ['dance', 'stage'] });
  expect((await view(data._id)).refusal.error).toBe('video_not_found');
  await convert();
  const seen = (await view(data.slug)).data;
  expect(seen).toMatchObject({ _id: data._id, state: 'published', isLocked: false, participants: [{ username: 'ada' }] });
  expect(seen.video).toMatchObject({ status: 'finished', duration: 2, width: 320, height: 240 });
  expect(seen.video?.sources.map(({ type }) => type)).toEqual(expect.arrayContaining(['hls', 'mp4']));
  expect(seen.video?.thumbnailUrl).toContain('/media/');
  await view(data._id, fan.token);
  expect((await own(data._id)).stats.views).toBe(2);
  const me = await world.call('GET /performers/:id', { params: { id: 'ada' } });
  expect(me.data.stats.totalVideos).toBe(1);
});

test('a new file takes the place of the old one when it can be played, and not before', async () => {
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
  const [old] = await world.ctx.db
    .select()
    .from(files)
    .where(eq(files.id, before ?? ''));
  expect(old?.attachedTo).toBeNull();
});

test('its performer makes the thumbnail of one of three moments, or of a picture of her own', async () => {
  const { data } = await upload();
  expect((await edit(data._id, { thumbnailFrame: '1' })).refusal.error).toBe('file_not_found');
  await convert();
  const { video } = await own(data._id);
  expect(video?.frames.map(({ frame }) => frame)).toEqual([1, 2, 3]);
  expect((await view(data._id, fan.token)).data.video?.frames).toEqual([]);
  const chosen = (await edit(data._id, { thumbnailFrame: '2' })).data.thumbnail;
  expect(chosen).toMatchObject({ type: 'video-thumbnail', status: 'finished', width: 320 });
  expect((await view(data._id)).data.thumbnail?._id).toBe(chosen?._id);
  const picture = (await edit(data._id, { thumbnailFrame: '3' }, { thumbnail: await somePicture(64, 48) })).data.thumbnail;
  expect(picture).toMatchObject({ width: 64 });
  expect((await edit(data._id, { thumbnailFrame: '4' })).refusal.error).toBe('invalid_request');
});

test('a locked video shows its teaser and its picture without detail, and no address of the rest', async () => {
  const teaser = await blobOf(await videoFile({ length_s: 1 }), 'teaser.mp4');
  const { data } = await upload({ audience: 'paid', price: '3.00' }, { teaser, thumbnail: await somePicture(320, 180) });
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
  await fillWallet(world, fan.id, 1000n);
  const bought = await world.call('POST /wallet/charges/video/:id', { params: { id: data._id }, body: { expectedPrice: 3 } }, fan);
  expect(bought.data.item.video?.sources.length).toBeGreaterThan(0);
  await withhold(world, fan.id);
  expect((await view(data._id, fan.token)).data).toMatchObject({ isLocked: true, video: { sources: [] } });
  const owed = await world.call('POST /wallet/charges/video/:id', { params: { id: data._id }, body: {} }, fan);
  expect(owed.refusal.error).toBe('purchase_withheld');
  await withhold(world, fan.id, false);
  expect((await removeFile(data._id, 'video')).refusal.error).toBe('item_sold');
  expect((await removeFile(data._id, 'teaser')).data.teaser).toBeNull();
  expect((await removeFile(data._id, 'thumbnail')).data.thumbnail).toBeNull();
  expect((await removeFile(data._id, 'thumbnail')).refusal.error).toBe('file_not_found');
  await world.call('DELETE /performer/performer-assets/videos/:id', { params: { id: data._id } }, { token: ada.token });
  expect((await view(data._id, fan.token)).data).toMatchObject({ isBought: true, isLocked: false });
  expect((await view(data._id)).refusal.error).toBe('video_not_found');
});

test('without its file a video is a draft', async () => {
  const { data } = await upload();
  await convert();
  expect((await removeFile(data._id, 'video')).data).toMatchObject({ status: 'draft', state: 'draft', video: null });
  expect((await view(data._id)).refusal.error).toBe('video_not_found');
  const [row] = await world.ctx.db.select().from(videos).where(eq(videos.itemId, data._id));
  expect(row).toMatchObject({ fileId: null, nextFileId: null });
});

test('what is wrong is refused by name', async () => {
  const late = await signUpPerformer(world, 'late', 'pending');
  const id = await published(world, ada, 'video');
  const text = new File(['#EXTM3U\nfile:///etc/passwd'], 'list.m3u8', { type: 'video/mp4' });
  const errors = async (calls: Promise<{ refusal: { error: string } }>[]) => (await Promise.all(calls)).map(({ refusal }) => refusal.error);
  expect(
    await errors([
      upload({}, {}, late.token),
      upload({ participantIds: [fan.id] }),
      upload({ audience: 'paid', price: '0.1' }),
      upload({ scheduledAt: '2020-01-01T00:00:00Z' }),
      edit(id, {}, {}, late.token),
      edit(id, { participantIds: [fan.id] }),
      edit(id, { audience: 'paid', price: '0.1' }),
      edit(id, { expiresAt: '2020-01-01T00:00:00Z' }),
      edit(nobody, {}),
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
  for (const refused of [await upload({}, { video: text }), await edit(id, {}, { video: text })])
    expect(['file_unreadable', 'unsupported_media_type']).toContain(refused.refusal.error);
  expect((await removeFile(nobody, 'video')).refusal.error).toBe('video_not_found');
  for (const name of ['DELETE /performer/performer-assets/videos/:id', 'GET /performer/performer-assets/videos/:id/view'] as const)
    expect((await world.call(name, { params: { id: nobody } }, { token: ada.token })).refusal.error).toBe('video_not_found');
  expect((await view(nobody)).refusal.error).toBe('video_not_found');
});

test('buying is refused by name', async () => {
  const [free, dear] = [await published(world, ada, 'video'), await published(world, ada, 'video', { audience: 'paid', price: 900_000n })];
  const poor = await signUpFan(world);
  const buy = async (id: string, body = {}) =>
    (await world.call('POST /wallet/charges/video/:id', { params: { id }, body }, { token: poor.token })).refusal.error;
  expect(await buy(nobody)).toBe('video_not_found');
  expect(await buy(free)).toBe('not_for_sale');
  expect(await buy(dear, { expectedPrice: 1 })).toBe('price_changed');
  expect(await buy(dear)).toBe('insufficient_balance');
  await world.call('PUT /users', { body: { monthlySpendingLimit: 1 } }, { token: poor.token });
  expect(await buy(dear)).toBe('spending_limit_reached');
  await world.call('POST /block/users', { body: { targetId: poor.id } }, { token: ada.token });
  expect(await buy(dear)).toBe('blocked_by_performer');
  expect((await view(dear, poor.token)).refusal.error).toBe('blocked_by_performer');
});

test('lists of 2 and of 20 cost the same number of queries, and find related ones by tag', async () => {
  const bruno = await signUpPerformer(world, 'bruno');
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1)
    ids.push(await published(world, bruno, 'video', { audience: 'public', tags: [`t${String(index % 4)}`] }, `Song ${String(index)}`));
  const search = (query: Record<string, unknown>) =>
    world.call('GET /performer-assets/videos/search', { query: { performerId: bruno.id, ...query } }, { token: fan.token });
  await search({ limit: 2 });
  const few = await countingQueries(world, () => search({ limit: 2 }));
  const many = await countingQueries(world, () => search({ limit: 20 }));
  expect(many.result.data.data).toHaveLength(20);
  expect(many.queries).toBe(few.queries);
  const related = await search({ tags: ['t1'], excludedId: ids[1] });
  expect(related.data.data.map(({ title }) => title).toSorted()).toEqual(['Song 13', 'Song 17', 'Song 5', 'Song 9']);
  const mine = await world.call('GET /performer/performer-assets/videos/search', { query: { state: 'published', q: 'song 19' } }, bruno);
  expect(mine.data.data[0]).toMatchObject({ title: 'Song 19', totalSold: 0 });
});
