/** The recorder: parts that begin with a key frame, reordered packets, and a full disk. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MediaPacket } from '../publisher';
import type { MediaKind } from '../rtp';
import { ReorderBuffer } from './frames';
import { avcConfigOf, appendNalUnits } from './h264';
import type { Part } from './part';
import { Recorder } from './recorder';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-recorder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const source = { hasAudio: true, hasVideo: true, isInSync: true, shiftOf: () => 0 };
const keyFrame = (width: number): Buffer => Buffer.from([0x10, 0x00, 0, 0, 0x9d, 0x01, 0x2a, width & 0xff, width >> 8, 90, 0, 7]);
const deltaFrame = Buffer.from([0x10, 0x01, 1, 2, 3]);

function media(kind: MediaKind, number: number, at_ms: number, payload: Buffer): MediaPacket {
  const rtp = { payloadType: 96, isMarked: true, sequence: number, timestamp: at_ms * 90, ssrc: 1, payload };
  return { kind, codec: kind === 'video' ? 'VP8' : 'opus', packet: payload, rtp, number, at_ms, shift_ms: 0 };
}

interface RecorderRun {
  recorder: Recorder;
  parts: Part[];
  aborted: string[];
  keyFrameRequests: number;
}

function recorderInto(pathOf: (index: number) => string | null): RecorderRun {
  const run: RecorderRun = { parts: [], aborted: [], keyFrameRequests: 0, recorder: null as unknown as Recorder };
  let index = 0;
  run.recorder = new Recorder({
    length_s_max: 3_600,
    nextPath: () => pathOf(index++),
    partEnded: (part) => run.parts.push(part),
    aborted: (reason) => run.aborted.push(reason),
    requestKeyFrame: () => (run.keyFrameRequests += 1),
  });
  return run;
}

it('begins with the first key frame, and starts a new part for another frame size, another publisher, and after a pause', async () => {
  const run = recorderInto((index) => join(folder, `${String(index)}.webm`));
  const { recorder } = run;
  recorder.record(media('video', 0, 0, deltaFrame), source);
  expect(run.keyFrameRequests).toBe(1);
  recorder.record(media('video', 1, 30, keyFrame(160)), source);
  recorder.record(media('audio', 0, 30, Buffer.from([1])), source);
  recorder.record(media('video', 2, 60, deltaFrame), source);
  recorder.record(media('video', 3, 90, keyFrame(320)), source);
  recorder.record(media('video', 4, 120, deltaFrame), source);
  recorder.record(media('video', 5, 9_000, keyFrame(320)), source);
  recorder.record(media('video', 900, 9_030, keyFrame(320)), { ...source });
  recorder.stop();
  await Promise.all(run.parts.map(({ closed }) => closed));
  expect(run.parts.map(({ startedAt_ms }) => startedAt_ms)).toEqual([30, 90, 9_000, 9_030]);
  for (const { path } of run.parts) expect((await readFile(path)).readUInt32BE(0)).toBe(0x1a45dfa3);
});

it('holds back packets until audio and video are in sync, then corrects their times', async () => {
  const run = recorderInto((index) => join(folder, `step-${String(index)}.webm`));
  const shifts = { audio: 0, video: 0 };
  const unsynced = { ...source, isInSync: false, shiftOf: (kind: MediaKind) => shifts[kind] };
  for (let at_ms = 0; at_ms < 3_000; at_ms += 100)
    run.recorder.record(media('video', at_ms / 100, at_ms, at_ms === 0 ? keyFrame(160) : deltaFrame), unsynced);
  Object.assign(shifts, { video: -80 });
  unsynced.isInSync = true;
  run.recorder.record({ ...media('video', 30, 2_920, deltaFrame), shift_ms: -80 }, unsynced);
  run.recorder.record({ ...media('video', 31, 3_020, deltaFrame), shift_ms: -80 }, unsynced);
  run.recorder.stop();
  expect(run.parts.map(({ startedAt_ms }) => startedAt_ms)).toEqual([-80]);
});

it('stops waiting for sync after a few seconds', () => {
  const run = recorderInto((index) => join(folder, `wait-${String(index)}.webm`));
  const neverInSync = { ...source, isInSync: false };
  for (let frame = 0; frame < 100; frame += 1)
    run.recorder.record(media('video', frame, frame * 100, keyFrame(frame < 50 ? 160 : 320)), neverInSync);
  expect(run.parts).toHaveLength(1);
  run.recorder.stop();
});

it('requests a key frame once a part is a minute old, and begins the next part with it', () => {
  const run = recorderInto((index) => join(folder, `minute-${String(index)}.webm`));
  for (let frame = 0; frame < 100; frame += 1)
    run.recorder.record(media('video', frame, frame * 1_000, frame === 0 || frame === 70 ? keyFrame(160) : deltaFrame), source);
  expect(run.keyFrameRequests).toBe(1);
  expect(run.parts.map(({ startedAt_ms }) => startedAt_ms)).toEqual([0]);
  run.recorder.stop();
  expect(run.parts.map(({ startedAt_ms }) => startedAt_ms)).toEqual([0, 70_000]);
});

it('stops without an exception when the disk is full', async () => {
  const run = recorderInto(() => '/dev/full');
  let frame = 0;
  // The system reports a full disk some time after the write.
  for (; run.aborted.length === 0; frame += 1) {
    run.recorder.record(media('video', frame, frame * 30, keyFrame(160)), source);
    await pause(5);
  }
  run.recorder.record(media('video', frame, frame * 30, keyFrame(160)), source);
  expect(run.parts).toHaveLength(1);
});

it('stops when there is no space for another part', () => {
  const run = recorderInto(() => null);
  run.recorder.record(media('video', 0, 0, keyFrame(160)), source);
  expect(run.aborted).toEqual(['the disk is too full']);
  expect(run.parts).toEqual([]);
});

it('reorders packets, and skips a missing one after a timeout', () => {
  const delivered: [number, boolean][] = [];
  const reorderBuffer = new ReorderBuffer(({ number }, isAfterLoss) => delivered.push([number, isAfterLoss]));
  const push = (number: number, at_ms: number): void =>
    reorderBuffer.push({ number, at_ms, timestamp: 0, isMarked: false, payload: Buffer.alloc(1) });
  push(1, 0);
  push(3, 10);
  push(2, 20);
  push(5, 30);
  push(6, 40);
  expect(delivered.map(([number]) => number)).toEqual([1, 2, 3]);
  push(7, 600);
  expect(delivered.slice(3)).toEqual([
    [5, true],
    [6, false],
    [7, false],
  ]);
});

it('joins H.264 fragments, and builds the decoder configuration from them', () => {
  const nalUnits: Buffer[] = [];
  appendNalUnits(nalUnits, Buffer.from([0x78, 0, 4, 0x67, 0x42, 0xe0, 0x1f, 0, 2, 0x68, 0xce]));
  appendNalUnits(nalUnits, Buffer.from([0x7c, 0x85, 1, 2]));
  appendNalUnits(nalUnits, Buffer.from([0x7c, 0x45, 3]));
  expect(nalUnits.map((nalUnit) => [...nalUnit])).toEqual([
    [0x67, 0x42, 0xe0, 0x1f],
    [0x68, 0xce],
    [0x65, 1, 2, 3],
  ]);
  expect(avcConfigOf(nalUnits)?.subarray(0, 4)).toEqual(Buffer.from([1, 0x42, 0xe0, 0x1f]));
  expect(avcConfigOf([Buffer.from([0x65])])).toBeNull();
});
