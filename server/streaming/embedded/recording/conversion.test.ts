/** The film of a show: sound and picture in step from its start to its end, through every kind of border between parts. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { clipFiles, framesPerSecond, makeClip, readPictures, readSounds, soundsPerSecond } from '../../../../tests/kit/live/clip';
import { lookAt, type Film } from '../../../../tests/kit/live/recording-analysis';
import { probe } from '../../../platform/media/converting/probe';
import type { Media } from '../publisher';
import type { Kind } from '../rtp';
import { boxOf, convertPart, joinParts } from './conversion';
import type { Part } from './part';
import { Recorder } from './recorder';

const config = { ffmpegPath: null };
const outOfStep_s_max = 0.06;
const second_ms = 1000;
const clip_s = 6;
/** Pictures take longer to encode than sound: so much later they arrive. */
const pictureDelay_ms = 90;
const sizes = ['320x180', '180x240', '640x360'] as const;
type Size = (typeof sizes)[number];
jest.setTimeout(180_000);

let folder: string;
const clips = new Map<string, { pictures: Buffer[]; sounds: Buffer[] }>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-film-'));
  for (const size of sizes) {
    const into = join(folder, size);
    await mkdir(into);
    await makeClip(into, clip_s, size);
    const { video, audio } = clipFiles(into);
    clips.set(size, { pictures: await readPictures(video), sounds: await readSounds(audio) });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whole seconds of the flashing and beeping clip, as one publisher sends them. */
interface Stretch {
  seconds: number;
  size: Size;
  isMuted?: boolean;
  isDark?: boolean;
  /** The publisher was gone before: seconds without a packet, then a connection of its own. */
  isAfter_s?: number;
}

const media = (kind: Kind, number: number, at_ms: number, data: Buffer): Media => {
  const payload = kind === 'video' ? Buffer.concat([Buffer.from([0x10]), data]) : data;
  const rtp = { payloadType: 96, isMarked: true, sequence: number, timestamp: number, ssrc: 1, payload };
  return { kind, codec: kind === 'video' ? 'VP8' : 'opus', packet: payload, rtp, number, at_ms };
};

/** What arrives, in its order. */
function packetsOf(stretches: readonly Stretch[]): { from: object; arrives_ms: number; media: Media }[] {
  const packets: { from: object; arrives_ms: number; media: Media }[] = [];
  let from = { hasAudio: true, hasVideo: true };
  let begun_ms = 0;
  let number = 0;
  for (const { seconds, size, isMuted = false, isDark = false, isAfter_s = 0 } of stretches) {
    if (isAfter_s > 0) from = { ...from };
    begun_ms += isAfter_s * second_ms;
    const { pictures = [], sounds = [] } = clips.get(size) ?? {};
    for (let frame = 0; frame < seconds * framesPerSecond && !isDark; frame += 1) {
      const at_ms = begun_ms + (frame * second_ms) / framesPerSecond;
      const data = pictures[frame % (clip_s * framesPerSecond)] ?? Buffer.alloc(0);
      packets.push({ from, arrives_ms: at_ms + pictureDelay_ms, media: media('video', (number += 1), at_ms, data) });
    }
    for (let sound = 0; sound < seconds * soundsPerSecond && !isMuted; sound += 1) {
      const at_ms = begun_ms + (sound * second_ms) / soundsPerSecond;
      const data = sounds[sound % (clip_s * soundsPerSecond)] ?? Buffer.alloc(0);
      packets.push({ from, arrives_ms: at_ms, media: media('audio', (number += 1), at_ms, data) });
    }
    begun_ms += seconds * second_ms;
  }
  packets.sort((a, b) => a.arrives_ms - b.arrives_ms);
  // Each kind counts its own packets, without a gap.
  const counted = { audio: 0, video: 0 };
  for (const packet of packets) packet.media.number = counted[packet.media.kind]++;
  return packets;
}

interface Shot extends Film {
  parts: number;
  told_s: number;
  length_s: number;
}

/** Records what these stretches send, and makes the film of it. */
async function filmed(name: string, stretches: readonly Stretch[]): Promise<Shot> {
  const into = join(folder, name);
  await mkdir(into);
  const parts: Part[] = [];
  const recorder = new Recorder({
    nextPath: () => join(into, `${String(parts.length + 1).padStart(5, '0')}.webm`),
    done: (part) => parts.push(part),
    gaveUp: (why) => {
      throw new Error(why);
    },
    wantKeyFrame: () => undefined,
  });
  for (const packet of packetsOf(stretches)) recorder.take(packet.media, packet.from as { hasAudio: boolean; hasVideo: boolean });
  recorder.stop();
  await Promise.all(parts.map(({ closed }) => closed));
  const [first] = parts;
  if (!first) throw new Error('nothing was recorded');
  const box = await boxOf(config, first.path);
  const made: string[] = [];
  for (const { path } of parts)
    if (await convertPart(config, path, path.replace('.webm', '.mkv'), box)) made.push(path.replace('.webm', '.mkv'));
  const film = join(folder, `${name}.mp4`);
  let told_s = 0;
  await joinParts(
    config,
    into,
    made.map((path) => basename(path)),
    (duration_s) => {
      told_s = duration_s;
      return film;
    },
  );
  return { ...(await lookAt(film)), parts: parts.length, told_s, length_s: (await probe(config, film, 'mov')).duration_s };
}

/** Seconds at which something begins, each as near to a whole second of `expected` as the bound says. The film's end ends dark and silence too. */
function expectAt(film: Film, flashes_s: readonly number[], tones_s: readonly number[]): void {
  const end_s = (flashes_s.at(-1) ?? 0) + 0.5;
  const flashes = film.flashes_s.filter((at_s) => at_s < end_s);
  const tones = film.tones_s.filter((at_s) => at_s < end_s);
  const isFar = (expected: readonly number[]) => (at_s: number, index: number) => Math.abs(at_s - (expected[index] ?? 0)) > outOfStep_s_max;
  expect({ tones: tones.length, far: tones.filter(isFar(tones_s)) }).toEqual({ tones: tones_s.length, far: [] });
  expect({ flashes: flashes.length, far: flashes.filter(isFar(flashes_s)) }).toEqual({ flashes: flashes_s.length, far: [] });
}
const upTo = (seconds: number): number[] => Array.from({ length: seconds - 1 }, (_, index) => index + 1);

function expectWhole(shot: Shot, length_s: number): void {
  expect(Math.abs(shot.length_s - length_s)).toBeLessThan(0.5);
  expect(Math.abs(shot.told_s - length_s)).toBeLessThan(0.5);
}

it.each<[string, number, Stretch[]]>([
  ['one size, cut after each minute', 3, [{ seconds: 130, size: '320x180' }]],
  [
    'three sizes',
    3,
    [
      { seconds: 6, size: '320x180' },
      { seconds: 5, size: '180x240' },
      { seconds: 4, size: '640x360' },
    ],
  ],
  [
    'a short first part, as browsers begin small',
    2,
    [
      { seconds: 1, size: '320x180' },
      { seconds: 8, size: '640x360' },
    ],
  ],
  [
    'a publisher who is gone for a while and comes back',
    3,
    [
      { seconds: 5, size: '320x180' },
      { seconds: 4, size: '320x180', isAfter_s: 7 },
      { seconds: 3, size: '640x360', isAfter_s: 1 },
    ],
  ],
])('keeps flash and tone together: %s', async (name, parts, stretches) => {
  const shot = await filmed(name.replaceAll(/\W/g, '-'), stretches);
  expect(shot.parts).toBe(parts);
  const length_s = stretches.reduce((sum, { seconds }) => sum + seconds, 0);
  expectWhole(shot, length_s);
  expectAt(shot, upTo(length_s), upTo(length_s));
});

it('keeps them together where the microphone is off: within a part, over its end, and for a whole part', async () => {
  const shot = await filmed('muted', [
    { seconds: 2, size: '320x180' },
    { seconds: 2, size: '320x180', isMuted: true },
    { seconds: 2, size: '320x180' },
    { seconds: 1, size: '320x180', isMuted: true },
    { seconds: 2, size: '180x240', isMuted: true },
    { seconds: 2, size: '180x240' },
    { seconds: 3, size: '640x360', isMuted: true },
    { seconds: 3, size: '320x180' },
  ]);
  expect(shot.parts).toBe(4);
  expectWhole(shot, 17);
  expectAt(shot, upTo(17), [1, 4, 5, 9, 10, 14, 15, 16]);
});

it('keeps them together where a show begins without sound, and where the camera is off', async () => {
  const silent = await filmed('silent-first', [
    { seconds: 3, size: '320x180', isMuted: true },
    { seconds: 4, size: '640x360' },
  ]);
  expectWhole(silent, 7);
  expectAt(silent, upTo(7), [3, 4, 5, 6]);
  const dark = await filmed('dark', [
    { seconds: 3, size: '320x180' },
    { seconds: 4, size: '320x180', isDark: true },
    { seconds: 3, size: '640x360' },
  ]);
  expectWhole(dark, 10);
  expectAt(dark, [1, 2, 7, 8, 9], upTo(10));
});
