/** Recordings stay in sync across failures of the publisher, the converter and the engine. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { clipFiles, framesPerSecond, makeClip } from '../../../../tests/kit/live/clip';
import { analyzeRecording } from '../../../../tests/kit/live/recording-analysis';
import type { PublisherMedia, LiveClient } from '../../../../tests/kit/live/live-clients';
import { openEmbeddedEngineTest } from '../../../../tests/kit/live/scene';
import type { EmbeddedEngineTest } from '../../../../tests/kit/live/scene';
import { ffmpegProgram } from '../../../platform/media/converting/ffmpeg';

/** A larger offset between audio and video is visible. */
const desync_s_max = 0.06;
let scene: EmbeddedEngineTest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-recording-'));
  scene = await openEmbeddedEngineTest();
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

type Participant = LiveClient & { resource: string };

const watch = async (liveScene: EmbeddedEngineTest, room: string): Promise<Participant> =>
  liveScene.join(await liveScene.engine.credentials({ room, identity: randomUUID(), role: 'viewer', ttl_s: 60 }), 'viewer');
const publish = async (liveScene: EmbeddedEngineTest, room: string, media?: PublisherMedia): Promise<Participant> =>
  liveScene.join(
    await liveScene.engine.credentials({ room, identity: randomUUID(), role: 'publisher', ttl_s: 60 }),
    'publisher',
    undefined,
    media,
  );
const leave = async (liveScene: EmbeddedEngineTest, participant: Participant): Promise<void> => {
  await liveScene.engine.signalling.leave(participant.resource);
  await participant.disconnect();
};
const waitForFrames = async (viewer: LiveClient, count: number): Promise<void> => {
  const { frames } = await viewer.stats();
  await eventually(async () => expect((await viewer.stats()).frames).toBeGreaterThan(frames + count));
};
const waitForRecording = async (liveScene: EmbeddedEngineTest, room: string): Promise<{ path: string; duration_s: number }> =>
  eventually(async () => {
    const state = await liveScene.engine.recordingState(room);
    if (state.status !== 'ready') throw new Error(`the recording is ${state.status}`);
    return state;
  });

/** The number of flashes with a tone within the bound. */
function inSyncCount({ flashes_s, tones_s }: Awaited<ReturnType<typeof analyzeRecording>>): number {
  const offsets = flashes_s.map((flash) => Math.min(...tones_s.map((tone) => Math.abs(tone - flash))));
  return offsets.filter((offset) => offset <= desync_s_max).length;
}

it('a recording stays in sync after the publisher reconnects with another frame size', async () => {
  const room = randomUUID();
  await makeClip(folder, 8, '180x240');
  await scene.engine.startRecording(room);
  const viewer = await watch(scene, room);
  const firstPublisher = await publish(scene, room);
  await waitForFrames(viewer, 60);
  await leave(scene, firstPublisher);
  const secondPublisher = await publish(scene, room, { files: clipFiles(folder) });
  await waitForFrames(viewer, 60);
  await scene.engine.stopRecording(room);
  const { path, duration_s } = await waitForRecording(scene, room);
  const recording = await analyzeRecording(path);
  expect(recording.streams).toMatch(/Video: h264.* 1280x720/);
  expect(recording.streams).toMatch(/Audio: aac.* 48000 Hz, stereo/);
  expect(duration_s).toBeGreaterThan(6);
  expect(recording.flashes_s.length).toBeGreaterThanOrEqual(5);
  expect(inSyncCount(recording)).toBeGreaterThanOrEqual(recording.flashes_s.length - 2);
  // A tone for each flash: audio that is late by whole seconds would look in sync too.
  expect(Math.abs(recording.tones_s.length - recording.flashes_s.length)).toBeLessThanOrEqual(1);
  expect(await readdir(join(scene.config.dataDir, 'live'))).toEqual([expect.stringContaining(room)]);
  await rm(path);
  await leave(scene, secondPublisher);
  await leave(scene, viewer);
});

it('a recording stays in sync when sender reports run at double speed, and the engine reports a skewed clock', async () => {
  const room = randomUUID();
  await scene.engine.startRecording(room);
  const viewer = await watch(scene, room);
  const publisher = await publish(scene, room, { ...(scene.film as { files: { video: string; audio: string } }), reportsPace: 2 });
  await waitForFrames(viewer, 180);
  expect(await scene.engine.roomState(room)).toMatchObject({ isPublished: true, isClockSkewed: true });
  await scene.engine.stopRecording(room);
  const shown_s = (await publisher.stats()).framesSent / framesPerSecond;
  const { path, duration_s } = await waitForRecording(scene, room);
  expect(Math.abs(duration_s - shown_s)).toBeLessThan(1);
  const recording = await analyzeRecording(path);
  expect(recording.flashes_s.length).toBeGreaterThanOrEqual(10);
  expect(inSyncCount(recording)).toBeGreaterThanOrEqual(recording.flashes_s.length - 1);
  await rm(path);
  await leave(scene, publisher);
  await leave(scene, viewer);
});

it('a recording continues after its engine was killed', async () => {
  const room = randomUUID();
  await scene.engine.startRecording(room);
  const earlier = [await publish(scene, room), await watch(scene, room)];
  await waitForFrames(earlier[1] as Participant, 60);
  await scene.killEngine();
  await scene.startEngine();
  expect(await scene.engine.recordingState(room)).toEqual({ status: 'pending' });
  await scene.engine.startRecording(room);
  const [publisher, viewer] = [await publish(scene, room), await watch(scene, room)];
  await waitForFrames(viewer, 60);
  await scene.engine.endRoom(room);
  const { path, duration_s } = await waitForRecording(scene, room);
  expect(duration_s).toBeGreaterThan(6);
  await analyzeRecording(path);
  await rm(path);
  for (const participant of [...earlier, publisher, viewer]) await participant.disconnect();
});

it('a recording is completed after the converter is killed once, and the show continues', async () => {
  const wrapper = join(folder, 'ffmpeg');
  const marker = join(folder, 'was-killed');
  const ffmpeg = await ffmpegProgram({ ffmpegPath: null });
  await writeFile(wrapper, `#!/bin/sh\nif [ -e ${marker} ]; then exec ${ffmpeg} "$@"; fi\n: > ${marker}\nkill -9 $$\n`);
  await chmod(wrapper, 0o755);
  const broken = await openEmbeddedEngineTest({ FFMPEG_PATH: wrapper, LOG_LEVEL: 'silent' });
  try {
    const room = randomUUID();
    await broken.engine.startRecording(room);
    const [, viewer] = [await publish(broken, room), await watch(broken, room)];
    await waitForFrames(viewer, 30);
    await broken.engine.stopRecording(room);
    await waitForFrames(viewer, 30);
    const { path } = await waitForRecording(broken, room);
    await analyzeRecording(path);
    expect(await readdir(join(broken.config.dataDir, 'live'))).toHaveLength(1);
  } finally {
    await broken.close();
  }
});

it('a recording leaves no files when the converter always fails, and the show continues', async () => {
  const broken = await openEmbeddedEngineTest({ FFMPEG_PATH: '/bin/false', LOG_LEVEL: 'silent' });
  try {
    const room = randomUUID();
    await broken.engine.startRecording(room);
    const [, viewer] = [await publish(broken, room), await watch(broken, room)];
    await waitForFrames(viewer, 30);
    await broken.engine.stopRecording(room);
    await waitForFrames(viewer, 30);
    await eventually(async () => expect(await broken.engine.recordingState(room)).toEqual({ status: 'none' }));
    expect(await readdir(join(broken.config.dataDir, 'live'))).toEqual([]);
  } finally {
    await broken.close();
  }
});
