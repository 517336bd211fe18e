/** Posts: publishing, changing and deleting them, and when they appear. */
import { eq, inArray } from 'drizzle-orm';
import { feedFiles, items } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { performers } from '@server/platform/db/schema/performers';
import { polls } from '@server/platform/db/schema/polls';
import { blobOf, audioFile, videoFile } from '../../../tests/kit/files/media-clips';
import { freshDatabase } from '../../../tests/kit/host/database';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishPost, runJob, uploadPhoto, type NewPost } from '../../../tests/kit/content/posts';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: { token: string; id: string; username: string };
let fan: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost, 'ada');
  fan = await signUpFan(testHost);
});
afterAll(() => testHost.close());

const create = (body: NewPost, token = performer.token) => testHost.call('POST /performer/feeds', { body }, { token });
const change = (id: string, body: Partial<NewPost>, token = performer.token) =>
  testHost.call('PUT /performer/feeds/:id', { params: { id }, body }, { token });
const remove = (id: string, token = performer.token) => testHost.call('DELETE /performer/feeds/:id', { params: { id } }, { token });
const view = (id: string, token?: string) => testHost.call('GET /user/feeds/:id', { params: { id } }, token === undefined ? {} : { token });
const own = (id: string, token = performer.token) => testHost.call('GET /performer/feeds/:id', { params: { id } }, { token });
const listed = async () =>
  (await testHost.call('GET /user/feeds', { query: { performerId: performer.id, limit: 100 } })).data.data.map(({ _id }) => _id);
const total = async () => {
  const [row] = await testHost.ctx.db
    .select({ total: performers.totalFeeds })
    .from(performers)
    .where(eq(performers.accountId, performer.id));
  return row?.total;
};
const inHours = (hours: number) => new Date(testHost.clock.now().getTime() + hours * 3_600_000).toISOString();
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const poll = async (options = ['Yes', 'No']) => {
  const { data } = await testHost.call('POST /performer/feeds/polls', { body: { question: 'Well?', options } }, { token: performer.token });
  return data;
};

describe('a post', () => {
  test('is published immediately, with a slug from its title, and counted', async () => {
    const before = await total();
    const { status, data } = await create({
      type: 'text',
      title: 'Über den Wolken!',
      text: 'Somewhere',
      audience: 'public',
      tags: ['Sky', 'sky', 'blue'],
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      kind: 'feed',
      type: 'text',
      title: 'Über den Wolken!',
      text: 'Somewhere',
      isCut: false,
      state: 'published',
      status: 'active',
      audience: 'public',
      isSale: false,
      price: null,
      tags: ['sky', 'blue'],
      totalLike: 0,
      totalComment: 0,
      totalSold: 0,
      files: [],
      poll: null,
      performer: { _id: performer.id },
    });
    expect(data.slug).toMatch(/^u-?ber-den-wolken-[0-9a-f]{8}$/);
    expect(data.publishedAt).not.toBeNull();
    expect((await view(data.slug)).data).toMatchObject({ _id: data._id, totalSold: null, text: 'Somewhere' });
    expect((await total()) ?? 0).toBe((before ?? 0) + 1);
  });

  test('is for subscribers by default, or paid if it is for sale', async () => {
    const { data } = await create({ type: 'text', text: 'For you' });
    expect(data).toMatchObject({ audience: 'subscribers', status: 'active' });
    expect((await create({ type: 'text', text: 'Sold', isSale: true, price: 5 })).data).toMatchObject({ audience: 'paid', price: 5 });
    const both = await create({ type: 'text', text: 'Sold', audience: 'subscribers', isSale: true, price: 5 });
    expect(both.errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'audience' }] });
  });

  test('keeps its photos in order, and a file belongs to only one post', async () => {
    const [one, two] = [await uploadPhoto(testHost, performer), await uploadPhoto(testHost, performer)];
    const { status, data } = await create({ type: 'photo', fileIds: [two, one], audience: 'public' });
    expect(status).toBe(200);
    expect(data.files.map(({ _id }) => _id)).toEqual([two, one]);
    expect(data.files[0]?.url).toMatch(/^http/);
    expect(await errorOf(create({ type: 'photo', fileIds: [one] }))).toBe('file_already_used');
  });

  test('returns the alt texts of its photos only to viewers with access', async () => {
    const [lamp, door] = [await uploadPhoto(testHost, performer), await uploadPhoto(testHost, performer)];
    const altTexts = [{ fileId: lamp, text: 'A red lamp' }];
    const { data } = await create({ type: 'photo', fileIds: [lamp, door], audience: 'followers', altTexts });
    const shown = async (token: string) => (await view(data._id, token)).data.files.map(({ alt }) => alt);
    expect(data.files.map(({ alt }) => alt)).toEqual(['A red lamp', '']);
    expect(await shown(fan.token)).toEqual(['', '']);
    await change(data._id, { fileIds: [door, lamp], audience: 'public' });
    expect(await shown(fan.token)).toEqual(['', 'A red lamp']);
    await change(data._id, { altTexts: [{ fileId: door, text: 'An open door' }] });
    await change(data._id, { altTexts: [{ fileId: lamp, text: '' }] });
    expect(await shown(fan.token)).toEqual(['An open door', '']);
    const elsewhere = await uploadPhoto(testHost, performer);
    expect(await errorOf(change(data._id, { altTexts: [{ fileId: elsewhere, text: 'Not here' }] }))).toBe('file_not_found');
  });

  test('is rejected with a specific error', async () => {
    const other = await signUpPerformer(testHost);
    const waiting = await signUpPerformer(testHost, undefined, 'pending');
    const [photo, foreign] = [await uploadPhoto(testHost, performer), await uploadPhoto(testHost, other)];
    const text = { type: 'text', text: 'x' } as const;
    expect(await errorOf(create(text, waiting.token))).toBe('performer_not_verified');
    expect(await errorOf(create(text, fan.token))).toBe('forbidden_role');
    for (const id of [foreign, testHost.ctx.random.id()])
      expect(await errorOf(create({ type: 'photo', fileIds: [id] }))).toBe('file_not_found');
    expect(await errorOf(create({ type: 'video', fileIds: [photo] }))).toBe('file_type_mismatch');
    expect(await errorOf(create({ ...text, fileIds: [photo] }))).toBe('file_type_mismatch');
    expect(await errorOf(create({ ...text, thumbnailId: photo }))).toBe('file_type_mismatch');
    for (const price of [undefined, null, 0.49, 10_000.01])
      expect(await errorOf(create({ ...text, audience: 'paid', price }))).toBe('price_out_of_range');
    expect(await errorOf(create({ ...text, scheduledAt: inHours(-1) }))).toBe('schedule_in_past');
    expect(await errorOf(create({ ...text, expiresAt: inHours(-1) }))).toBe('schedule_in_past');
    expect(await errorOf(create({ ...text, scheduledAt: inHours(2), expiresAt: inHours(1) }))).toBe('schedule_in_past');
    expect(await errorOf(create({ type: 'scheduled-stream', streamScheduledAt: inHours(-1) }))).toBe('schedule_in_past');
    expect(await errorOf(create({ ...text, pollId: testHost.ctx.random.id() }))).toBe('poll_not_found');
    for (const [body, path] of [
      [{ type: 'text' }, 'text'],
      [{ type: 'photo', text: 'No photo' }, 'fileIds'],
      [{ type: 'text', text: '\u200b\u2060' }, 'text'],
      [{ type: 'scheduled-stream' }, 'streamScheduledAt'],
    ] as const) {
      const { errorBody } = await create(body);
      expect(errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path }] });
    }
    expect((await create({ type: 'photo', status: 'draft' })).status).toBe(200);
  });

  test('can be one of three pinned posts, and a fourth is rejected with a message, also concurrently', async () => {
    const star = await signUpPerformer(testHost);
    const pin = () => create({ type: 'text', text: 'Pinned', audience: 'public', isPinned: true }, star.token);
    const responses = await Promise.all([pin(), pin(), pin(), pin(), pin()]);
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(2);
    for (const { errorBody } of rejected)
      expect(errorBody).toMatchObject({ error: 'invalid_request', message: 'You can pin up to 3 posts. Unpin one to pin another.' });
    const [first] = responses.filter(({ status }) => status === 200).map(({ data }) => data._id);
    expect((await change(first ?? '', { isPinned: true, title: 'Still' }, star.token)).data).toMatchObject({
      isPinned: true,
      title: 'Still',
    });
    expect((await change(first ?? '', { isPinned: false }, star.token)).status).toBe(200);
    expect((await pin()).status).toBe(200);
  });
});

describe('uploads for posts', () => {
  test('respond with the file, and with 202 while it is being converted', async () => {
    const picture = await sampleImage(64, 48);
    const thumbnail = await testHost.call(
      'POST /performer/feeds/thumbnail/upload',
      { files: { file: picture } },
      { token: performer.token },
    );
    expect(thumbnail).toMatchObject({ status: 200, data: { type: 'feed-thumbnail', status: 'finished' } });
    const clip = await blobOf(await videoFile(), 'clip.mp4');
    for (const kind of ['video', 'teaser'] as const) {
      const { status, data } = await testHost.call(
        `POST /performer/feeds/${kind}/upload`,
        { files: { file: clip } },
        { token: performer.token },
      );
      expect({ status, data }).toMatchObject({ status: 202, data: { type: `feed-${kind}`, status: 'created', url: null } });
    }
    const sound = await blobOf(await audioFile(), 'tone.mp3', 'audio/mpeg');
    const { status } = await testHost.call('POST /performer/feeds/audio/upload', { files: { file: sound } }, { token: performer.token });
    expect(status).toBe(202);
  });

  test('are rejected with a specific error', async () => {
    const waiting = await signUpPerformer(testHost, undefined, 'pending');
    const names = ['photo', 'thumbnail', 'video', 'teaser', 'audio'] as const;
    for (const kind of names) {
      const name = `POST /performer/feeds/${kind}/upload` as const;
      const broken = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'a.jpg');
      expect(await errorOf(testHost.call(name, { files: { file: await sampleImage(8, 8) } }, { token: waiting.token }))).toBe(
        'performer_not_verified',
      );
      expect(['file_unreadable', 'unsupported_media_type']).toContain(
        await errorOf(testHost.call(name, { files: { file: broken } }, { token: performer.token })),
      );
    }
  });
});

describe('a post with a video', () => {
  const upload = async () => {
    const file = await blobOf(await videoFile(), 'clip.mp4');
    const { data } = await testHost.call('POST /performer/feeds/video/upload', { files: { file } }, { token: performer.token });
    return data._id;
  };

  test('is published once the video is ready', async () => {
    const fileId = await upload();
    const { status, data } = await create({ type: 'video', fileIds: [fileId], audience: 'public' });
    expect({ status, state: data.state, publishedAt: data.publishedAt }).toEqual({ status: 202, state: 'processing', publishedAt: null });
    expect((await view(data._id, fan.token)).errorBody.error).toBe('feed_not_found');
    expect(await listed()).not.toContain(data._id);
    const before = await total();
    await runJob(testHost, 'files/convert', { fileId });
    expect((await own(data._id)).data.state).toBe('published');
    expect(await listed()).toContain(data._id);
    expect(await total()).toBe((before ?? 0) + 1);
  });

  test('can use one of three frames of the video as its thumbnail', async () => {
    const fileId = await upload();
    const { data } = await create({ type: 'video', fileIds: [fileId], audience: 'public' });
    expect(await errorOf(change(data._id, { thumbnailFrame: 1 }))).toBe('file_not_found');
    await runJob(testHost, 'files/convert', { fileId });
    const seen = (await view(data._id, fan.token)).data;
    expect([seen.thumbnail, seen.files[0]?.frames]).toEqual([null, []]);
    expect((await own(data._id)).data.files[0]?.frames.map(({ frame }) => frame)).toEqual([1, 2, 3]);
    const first = (await change(data._id, { thumbnailFrame: 2 })).data.thumbnail;
    expect(first).toMatchObject({ type: 'feed-thumbnail', status: 'finished', width: 320, height: 240 });
    expect((await view(data._id, fan.token)).data.thumbnail?.url).toContain(first?._id);
    const second = (await change(data._id, { thumbnailFrame: 3 })).data.thumbnail;
    expect(second?._id).not.toBe(first?._id);
    expect(await testHost.ctx.db.$count(files, eq(files.id, first?._id ?? ''))).toBe(0);
    const photo = await publishPost(testHost, performer, { type: 'photo', fileIds: [await uploadPhoto(testHost, performer)] });
    expect(await errorOf(change(photo._id, { thumbnailFrame: 1 }))).toBe('file_not_found');
    const other = await signUpPerformer(testHost);
    expect(await errorOf(change(data._id, { thumbnailFrame: 1 }, other.token))).toBe('feed_not_found');
    expect(await errorOf(create({ type: 'video', fileIds: [fileId], thumbnailFrame: 1 }, other.token))).toBe('file_not_found');
  });

  test('fails if the video cannot be converted, and recovers with another file', async () => {
    const fileId = await upload();
    const { data } = await create({ type: 'video', fileIds: [fileId], audience: 'public' });
    await testHost.ctx.db.update(files).set({ attempts: 99 }).where(eq(files.id, fileId));
    await testHost.ctx.storage.remove(`files/${fileId}/original`);
    await runJob(testHost, 'files/convert', { fileId }).catch(() => undefined);
    expect((await own(data._id)).data.state).toBe('failed');
    expect((await view(data._id)).errorBody.error).toBe('feed_not_found');
    const other = await upload();
    expect(await change(data._id, { fileIds: [other] })).toMatchObject({ status: 202, data: { state: 'processing' } });
    await runJob(testHost, 'files/convert', { fileId: other });
    expect((await own(data._id)).data.state).toBe('published');
    expect(await testHost.ctx.db.$count(files, eq(files.id, fileId))).toBe(0);
  });
});

describe('changing a post', () => {
  test('keeps absent fields', async () => {
    const { _id } = await publishPost(testHost, performer, { title: 'Title', tags: ['one'] });
    const { data } = await change(_id, { text: 'Other words' });
    expect(data).toMatchObject({ title: 'Title', text: 'Other words', tags: ['one'], audience: 'public', state: 'published' });
  });

  test('deletes the files that are removed', async () => {
    const [one, two, thumbnail] = [
      await uploadPhoto(testHost, performer),
      await uploadPhoto(testHost, performer),
      await sampleImage(32, 32),
    ];
    const small = await testHost.call('POST /performer/feeds/thumbnail/upload', { files: { file: thumbnail } }, { token: performer.token });
    const { data } = await create({ type: 'photo', fileIds: [one, two], thumbnailId: small.data._id, audience: 'public' });
    expect(data.thumbnail?._id).toBe(small.data._id);
    const changed = await change(data._id, { fileIds: [two], thumbnailId: null });
    expect(changed.data).toMatchObject({ thumbnail: null, files: [{ _id: two }] });
    expect(await testHost.ctx.db.$count(files, inArray(files.id, [one, small.data._id]))).toBe(0);
    expect(await testHost.ctx.db.$count(files, eq(files.id, two))).toBe(1);
  });

  test('hides and republishes it with its first publication time', async () => {
    const before = await total();
    const { _id, publishedAt } = await publishPost(testHost, performer);
    testHost.clock.advance({ minutes: 1 });
    expect((await change(_id, { status: 'inactive' })).data.state).toBe('inactive');
    expect(await listed()).not.toContain(_id);
    expect(await total()).toBe(before);
    expect((await change(_id, { status: 'active' })).data).toMatchObject({ state: 'published', publishedAt });
    expect(await total()).toBe((before ?? 0) + 1);
  });

  test('adds, replaces and removes a poll, but not once there are votes', async () => {
    const { _id } = await publishPost(testHost, performer);
    const [first, second] = [await poll(), await poll(['A', 'B', 'C'])];
    expect((await change(_id, { pollId: first._id })).data.poll?._id).toBe(first._id);
    expect(await errorOf(create({ type: 'text', text: 'x', pollId: first._id }))).toBe('poll_not_found');
    expect((await change(_id, { pollId: second._id })).data.poll?.options).toHaveLength(3);
    expect(await testHost.ctx.db.$count(polls, eq(polls.id, first._id))).toBe(0);
    await testHost.call('POST /user/feeds/vote/:id', { params: { id: second.options[0]?._id ?? '' } }, { token: fan.token });
    expect(await errorOf(change(_id, { pollId: null }))).toBe('poll_has_votes');
    expect(await errorOf(change(_id, { pollId: (await poll())._id }))).toBe('poll_has_votes');
    expect((await change(_id, { pollId: second._id })).status).toBe(200);
  });

  test('is rejected with a specific error, and for anyone but the owner', async () => {
    const other = await signUpPerformer(testHost);
    const { _id } = await publishPost(testHost, performer);
    const used = await uploadPhoto(testHost, performer);
    await create({ type: 'photo', fileIds: [used], audience: 'public' });
    const mine = await create({ type: 'photo', fileIds: [await uploadPhoto(testHost, performer)], audience: 'public' });
    expect(await errorOf(change(_id, { title: 'Mine' }, other.token))).toBe('feed_not_found');
    expect(await errorOf(own(_id, other.token))).toBe('feed_not_found');
    expect(await errorOf(remove(_id, other.token))).toBe('feed_not_found');
    expect(await errorOf(change(mine.data._id, { fileIds: [used] }))).toBe('file_already_used');
    expect(await errorOf(change(mine.data._id, { fileIds: [testHost.ctx.random.id()] }))).toBe('file_not_found');
    expect(await errorOf(change(mine.data._id, { fileIds: [] }))).toBe('invalid_request');
    expect(await errorOf(change(_id, { thumbnailId: used }))).toBe('file_type_mismatch');
    expect(await errorOf(change(_id, { audience: 'paid' }))).toBe('price_out_of_range');
    expect(await errorOf(change(_id, { expiresAt: inHours(-1) }))).toBe('schedule_in_past');
    expect(await errorOf(change(_id, { pollId: testHost.ctx.random.id() }))).toBe('poll_not_found');
    await testHost.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, other.id));
    expect(await errorOf(change(_id, {}, other.token))).toBe('performer_not_verified');
  });

  test('to paid and back keeps price and audience consistent', async () => {
    const { _id } = await publishPost(testHost, performer);
    expect((await change(_id, { isSale: true, price: 7.5 })).data).toMatchObject({ audience: 'paid', isSale: true, price: 7.5 });
    expect((await change(_id, { price: 8 })).data).toMatchObject({ audience: 'paid', price: 8 });
    expect((await change(_id, { isSale: false })).data).toMatchObject({ audience: 'subscribers', isSale: false, price: null });
  });
});

describe('deleting a post', () => {
  test('removes it for everyone with its files, and updates the total', async () => {
    const before = await total();
    const photo = await uploadPhoto(testHost, performer);
    const { _id } = await publishPost(testHost, performer, { type: 'photo', fileIds: [photo] });
    expect((await remove(_id)).data).toEqual({ deleted: true });
    for (const call of [own(_id), view(_id), view(_id, fan.token), remove(_id), change(_id, {})])
      expect(await errorOf(call)).toBe('feed_not_found');
    expect(await listed()).not.toContain(_id);
    expect(await total()).toBe(before);
    expect(await testHost.ctx.db.$count(files, eq(files.id, photo))).toBe(0);
    expect(await testHost.ctx.db.$count(feedFiles, eq(feedFiles.itemId, _id))).toBe(0);
  });
});

describe('a scheduled post', () => {
  test('is published once, by the job, and is not visible before', async () => {
    const before = await total();
    const { _id, state } = await publishPost(testHost, performer, { text: 'zebra crossing', scheduledAt: inHours(1) });
    const found = async () =>
      (await testHost.call('GET /user/feeds/search/:username', { params: { username: 'ada' }, query: { q: 'zebra' } })).data;
    const expectHidden = async () => {
      await runJob(testHost, 'items/relist', {});
      expect(await listed()).not.toContain(_id);
      expect(await found()).toMatchObject({ total: 0, data: [] });
      for (const token of [undefined, fan.token]) expect((await view(_id, token)).errorBody.error).toBe('feed_not_found');
      expect(await total()).toBe(before);
    };
    expect(state).toBe('scheduled');
    await expectHidden();
    testHost.clock.advance({ minutes: 59 });
    await expectHidden();
    expect((await own(_id)).data.state).toBe('scheduled');
    testHost.clock.advance({ minutes: 1, seconds: 1 });
    await Promise.all([runJob(testHost, 'items/relist', {}), runJob(testHost, 'items/relist', {}), runJob(testHost, 'items/relist', {})]);
    expect(await listed()).toContain(_id);
    expect((await found()).total).toBe(1);
    const { publishedAt } = (await view(_id)).data;
    expect(await total()).toBe((before ?? 0) + 1);
    testHost.clock.advance({ minutes: 5 });
    await runJob(testHost, 'items/relist', {});
    expect((await view(_id)).data.publishedAt).toBe(publishedAt);
    expect(await total()).toBe((before ?? 0) + 1);
    // It is published, so changing its schedule has no effect.
    expect((await change(_id, { scheduledAt: inHours(5) })).data.state).toBe('published');
  });

  test('disappears from lists as soon as it expires, and from totals once the job has run', async () => {
    const before = await total();
    const { _id } = await publishPost(testHost, performer, { expiresAt: inHours(1) });
    expect(await listed()).toContain(_id);
    testHost.clock.advance({ hours: 1, seconds: 1 });
    expect(await listed()).not.toContain(_id);
    expect((await view(_id, fan.token)).errorBody.error).toBe('feed_not_found');
    expect((await own(_id)).data.state).toBe('expired');
    await runJob(testHost, 'items/relist', {});
    expect(await total()).toBe(before);
    expect((await change(_id, { expiresAt: null })).data.state).toBe('published');
  });

  test('stays a draft after its scheduled time, and can then still be published', async () => {
    const { _id, scheduledAt } = await publishPost(testHost, performer, { status: 'draft', scheduledAt: inHours(1) });
    testHost.clock.advance({ hours: 2 });
    await runJob(testHost, 'items/relist', {});
    expect((await own(_id)).data.state).toBe('draft');
    const { status, data } = await change(_id, { scheduledAt, title: 'As it was', status: 'active' });
    expect({ status, state: data.state }).toEqual({ status: 200, state: 'published' });
  });
});

test('a scheduled post is published once across a restart', async () => {
  const database = await freshDatabase();
  const first = await openTestHost({ DATABASE_URL: database.url });
  const author = await signUpPerformer(first);
  const at = new Date(first.clock.now().getTime() + 3_600_000).toISOString();
  const { _id } = await publishPost(first, author, { scheduledAt: at });
  await first.close();
  const second = await openTestHost({ DATABASE_URL: database.url });
  second.clock.advance({ hours: 1, minutes: 1 });
  await runJob(second, 'items/relist', {});
  const seen = await second.call('GET /user/feeds/:id', { params: { id: _id } });
  expect(seen.data.state).toBe('published');
  await second.close();
  const third = await openTestHost({ DATABASE_URL: database.url });
  third.clock.advance({ hours: 2 });
  await runJob(third, 'items/relist', {});
  const [row] = await third.ctx.db.select({ total: performers.totalFeeds }).from(performers).where(eq(performers.accountId, author.id));
  expect(row?.total).toBe(1);
  expect(await third.ctx.db.$count(items, eq(items.isListed, true))).toBe(1);
  await third.close();
  await database.drop();
});
