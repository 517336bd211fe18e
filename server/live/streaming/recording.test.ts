/** Recordings of shows: a draft video that only the performer sees until they publish it. */
import { access, truncate } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { videoFile } from '../../../tests/kit/files/media-clips';
import { endShow, goLive, openLiveTestHost, recordingOf, reconcile, type LiveTestHost } from '../../../tests/kit/live/shows';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/kit/content/posts';
import type { TestHost } from '../../../tests/kit/host/test-host';

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
});
afterAll(() => testHost.close());

const update = (who: { token: string }, body: object) => testHost.call('PUT /streaming/update', { body }, { token: who.token });
const pastOf = async (who: { token: string }) =>
  (await testHost.call('GET /streaming/sessions', { query: {} }, { token: who.token })).data.data;

test('a recorded show results in a playable draft video that only its performer can see', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await update(performer, { isRecording: true });
  const stream = await goLive(opened, performer, { title: 'An evening' });
  expect(opened.live.room(stream.sessionId).isRecorded).toBe(true);
  const path = await videoFile({ length_s: 2 });
  opened.live.recording = { path, duration_s: 2 };
  await endShow(testHost, performer, stream._id);
  const id = await recordingOf(testHost, performer, stream.sessionId);
  const [file] = await testHost.ctx.db
    .select({ id: files.id })
    .from(videos)
    .innerJoin(files, eq(files.id, videos.fileId))
    .where(eq(videos.itemId, id));
  await runJob(testHost, 'files/convert', { fileId: file?.id ?? '' });
  const own = await testHost.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: performer.token });
  expect(own.data).toMatchObject({ title: 'An evening', status: 'draft', video: { status: 'finished' } });
  const others = await testHost.call('GET /performer-assets/videos/:id', { params: { id } }, { token: fan.token });
  expect(others.errorBody.error).toBe('video_not_found');
  await expect(access(path)).rejects.toThrow('ENOENT');
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(true);
});

test('a recording has the audience and price of its show', async () => {
  const performer = await signUpPerformer(testHost);
  await update(performer, { isRecording: true });
  for (const [terms, expected] of [
    [{ audience: 'public' }, { audience: 'public', isSale: false, price: null }],
    [{ audience: 'followers' }, { audience: 'followers', isSale: false, price: null }],
    [{ isFree: true }, { audience: 'subscribers', isSale: false, price: null }],
    [
      { audience: 'paid', isFree: false, price: 7 },
      { audience: 'paid', isSale: true, price: 7 },
    ],
  ] as const) {
    const stream = await goLive(opened, performer, terms);
    opened.live.recording = { path: await videoFile({ length_s: 2 }), duration_s: 2 };
    await endShow(testHost, performer, stream._id);
    const id = await recordingOf(testHost, performer, stream.sessionId);
    const { data } = await testHost.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: performer.token });
    expect(data).toMatchObject({ status: 'draft', ...expected });
  }
});

test('a room is closed once the engine is available again', async () => {
  const performer = await signUpPerformer(testHost);
  const stream = await goLive(opened, performer);
  opened.live.isUnavailable = true;
  await endShow(testHost, performer, stream._id);
  await reconcile(testHost);
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(false);
  opened.live.isUnavailable = false;
  await reconcile(testHost);
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(true);
  expect((await pastOf(performer))[0]).toMatchObject({ videoId: null });
});

test('a recording that cannot be stored is dropped, and the show still ends', async () => {
  const performer = await signUpPerformer(testHost);
  await update(performer, { isRecording: true });
  const stream = await goLive(opened, performer);
  const path = await videoFile({ name: 'clip.mp4', length_s: 1 });
  await truncate(path, 100);
  opened.live.recording = { path, duration_s: 1 };
  await endShow(testHost, performer, stream._id);
  await reconcile(testHost);
  expect((await pastOf(performer))[0]).toMatchObject({ videoId: null });
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(true);
});
