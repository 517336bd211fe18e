/** Recordings: sound and picture in step, whatever happened to the publisher, the converter, the disk and the engine. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { clipFiles, makeClip } from '../../../../tests/kit/live/clip';
import { lookAt } from '../../../../tests/kit/live/recording-analysis';
import type { Sent, Somebody } from '../../../../tests/kit/live/live-clients';
import { openLive } from '../../../../tests/kit/live/scene';
import type { LiveScene } from '../../../../tests/kit/live/scene';
import { programOf } from '../../../platform/media/converting/ffmpeg';

const patience_ms = 60_000;
/** What the eye forgives. */
const outOfStep_s_max = 0.06;
jest.setTimeout(180_000);

let scene: LiveScene;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-recording-'));
  scene = await openLive();
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

type Present = Somebody & { resource: string };

const watch = async (on: LiveScene, room: string): Promise<Present> =>
  on.enter(await on.engine.credentials({ room, identity: randomUUID(), role: 'viewer', ttl_s: 60 }), 'viewer');
const publish = async (on: LiveScene, room: string, film?: Sent): Promise<Present> =>
  on.enter(await on.engine.credentials({ room, identity: randomUUID(), role: 'publisher', ttl_s: 60 }), 'publisher', undefined, film);
const leave = async (on: LiveScene, one: Present): Promise<void> => {
  await on.engine.door.leave(one.resource);
  await one.leave();
};
const shown = async (viewer: Somebody, more: number): Promise<void> => {
  const { frames } = await viewer.look();
  await eventually(async () => expect((await viewer.look()).frames).toBeGreaterThan(frames + more), patience_ms);
};
const ready = async (on: LiveScene, room: string): Promise<{ path: string; duration_s: number }> =>
  eventually(async () => {
    const state = await on.engine.recordingState(room);
    if (state.status !== 'ready') throw new Error(`the recording is ${state.status}`);
    return state;
  }, patience_ms);

/** Every flash but those at the edges of what was cut has a tone within the bound. */
function inStep({ flashes_s, tones_s }: Awaited<ReturnType<typeof lookAt>>): number {
  const near = flashes_s.map((flash) => Math.min(...tones_s.map((tone) => Math.abs(tone - flash))));
  return near.filter((apart) => apart <= outOfStep_s_max).length;
}

it('keeps sound and picture in step, also after the publisher came anew with a picture of another size', async () => {
  const room = randomUUID();
  await makeClip(folder, 8, '180x240');
  await scene.engine.startRecording(room);
  const viewer = await watch(scene, room);
  const first = await publish(scene, room);
  await shown(viewer, 60);
  await leave(scene, first);
  const second = await publish(scene, room, { files: clipFiles(folder) });
  await shown(viewer, 60);
  await scene.engine.stopRecording(room);
  const { path, duration_s } = await ready(scene, room);
  const film = await lookAt(path);
  expect(film.streams).toMatch(/Video: h264.* 1280x720/);
  expect(film.streams).toMatch(/Audio: aac.* 48000 Hz, stereo/);
  expect(duration_s).toBeGreaterThan(6);
  expect(film.flashes_s.length).toBeGreaterThanOrEqual(5);
  expect(inStep(film)).toBeGreaterThanOrEqual(film.flashes_s.length - 2);
  // A tone for each flash: sound that is late by whole seconds would be in step too.
  expect(Math.abs(film.tones_s.length - film.flashes_s.length)).toBeLessThanOrEqual(1);
  expect(await readdir(join(scene.config.dataDir, 'live'))).toEqual([expect.stringContaining(room)]);
  await rm(path);
  await leave(scene, second);
  await leave(scene, viewer);
});

it('goes on with what an engine wrote that was killed', async () => {
  const room = randomUUID();
  await scene.engine.startRecording(room);
  const before = [await publish(scene, room), await watch(scene, room)];
  await shown(before[1] as Present, 60);
  await scene.killEngine();
  await scene.startEngine();
  expect(await scene.engine.recordingState(room)).toEqual({ status: 'pending' });
  await scene.engine.startRecording(room);
  const [publisher, viewer] = [await publish(scene, room), await watch(scene, room)];
  await shown(viewer, 60);
  await scene.engine.endRoom(room);
  const { path, duration_s } = await ready(scene, room);
  expect(duration_s).toBeGreaterThan(6);
  await lookAt(path);
  await rm(path);
  for (const one of [...before, publisher, viewer]) await one.leave();
});

it('is made ready although the converter was killed once, and the show does not notice', async () => {
  const program = join(folder, 'ffmpeg');
  const mark = join(folder, 'was-killed');
  const real = await programOf({ ffmpegPath: null });
  await writeFile(program, `#!/bin/sh\nif [ -e ${mark} ]; then exec ${real} "$@"; fi\n: > ${mark}\nkill -9 $$\n`);
  await chmod(program, 0o755);
  const other = await openLive({ FFMPEG_PATH: program, LOG_LEVEL: 'silent' });
  try {
    const room = randomUUID();
    await other.engine.startRecording(room);
    const [, viewer] = [await publish(other, room), await watch(other, room)];
    await shown(viewer, 30);
    await other.engine.stopRecording(room);
    await shown(viewer, 30);
    const { path } = await ready(other, room);
    await lookAt(path);
    expect(await readdir(join(other.config.dataDir, 'live'))).toHaveLength(1);
  } finally {
    await other.close();
  }
});

it('leaves nothing behind when the converter never works, and the show does not notice', async () => {
  const other = await openLive({ FFMPEG_PATH: '/bin/false', LOG_LEVEL: 'silent' });
  try {
    const room = randomUUID();
    await other.engine.startRecording(room);
    const [, viewer] = [await publish(other, room), await watch(other, room)];
    await shown(viewer, 30);
    await other.engine.stopRecording(room);
    await shown(viewer, 30);
    await eventually(async () => expect(await other.engine.recordingState(room)).toEqual({ status: 'none' }), patience_ms);
    expect(await readdir(join(other.config.dataDir, 'live'))).toEqual([]);
  } finally {
    await other.close();
  }
});
