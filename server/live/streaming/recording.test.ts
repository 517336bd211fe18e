/** Recordings of shows: a draft video of their performer, and hers alone until she publishes it. */
import { access, truncate } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { files, videos } from '@server/platform/db/schema/schema';
import { videoFile } from '../../../tests/kit/files/media-clips';
import { endShow, goLive, openLiveWorld, tend, type LiveWorld } from '../../../tests/kit/live/shows';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/support/posts';
import type { World } from '../../../tests/kit/host/test-host';

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
});
afterAll(() => world.close());

const update = (who: { token: string }, body: object) => world.call('PUT /streaming/update', { body }, { token: who.token });
const pastOf = async (who: { token: string }) =>
  (await world.call('GET /streaming/sessions', { query: {} }, { token: who.token })).data.data;

test('a show that is recorded leaves a draft video that plays, which nobody else may see', async () => {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await update(performer, { isRecording: true });
  const stream = await goLive(opened, performer, { title: 'An evening' });
  expect(opened.live.room(stream.sessionId).isRecorded).toBe(true);
  const path = await videoFile({ length_s: 2 });
  opened.live.recording = { path, duration_s: 2 };
  await endShow(world, performer, stream._id);
  await tend(world);
  const [past] = await pastOf(performer);
  const id = past?.videoId ?? '';
  const [file] = await world.ctx.db
    .select({ id: files.id })
    .from(videos)
    .innerJoin(files, eq(files.id, videos.fileId))
    .where(eq(videos.itemId, id));
  await runJob(world, 'files/convert', { fileId: file?.id ?? '' });
  const own = await world.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: performer.token });
  expect(own.data).toMatchObject({ title: 'An evening', status: 'draft', video: { status: 'finished' } });
  const others = await world.call('GET /performer-assets/videos/:id', { params: { id } }, { token: fan.token });
  expect(others.refusal.error).toBe('video_not_found');
  await expect(access(path)).rejects.toThrow('ENOENT');
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(true);
});

test('a room is put away after the engine came back, and once', async () => {
  const performer = await signUpPerformer(world);
  const stream = await goLive(opened, performer);
  opened.live.isAway = true;
  await endShow(world, performer, stream._id);
  await tend(world);
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(false);
  opened.live.isAway = false;
  await tend(world);
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(true);
  expect((await pastOf(performer))[0]).toMatchObject({ videoId: null });
});

test('what cannot be kept is given up, and the show is over all the same', async () => {
  const performer = await signUpPerformer(world);
  await update(performer, { isRecording: true });
  const stream = await goLive(opened, performer);
  const path = await videoFile({ name: 'clip.mp4', length_s: 1 });
  await truncate(path, 100);
  opened.live.recording = { path, duration_s: 1 };
  await endShow(world, performer, stream._id);
  await tend(world);
  expect((await pastOf(performer))[0]).toMatchObject({ videoId: null });
  expect(opened.live.room(stream.sessionId).hasEnded).toBe(true);
});
