/** Writing down: parts that begin with a whole picture, packets out of order, and a disk that takes nothing. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../../tests/kit/timing/eventually';
import type { Media } from '../publisher';
import type { Kind } from '../rtp';
import { Order } from './frames';
import { setupOf, takeUnits } from './h264';
import type { Part } from './part';
import { Recorder } from './recorder';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-recorder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const source = { hasAudio: true, hasVideo: true };
const keyPicture = (width: number): Buffer => Buffer.from([0x10, 0x00, 0, 0, 0x9d, 0x01, 0x2a, width & 0xff, width >> 8, 90, 0, 7]);
const picture = Buffer.from([0x10, 0x01, 1, 2, 3]);

function media(kind: Kind, number: number, at_ms: number, payload: Buffer): Media {
  const rtp = { payloadType: 96, isMarked: true, sequence: number, timestamp: at_ms * 90, ssrc: 1, payload };
  return { kind, codec: kind === 'video' ? 'VP8' : 'opus', packet: payload, rtp, number, at_ms };
}

interface Written {
  recorder: Recorder;
  parts: Part[];
  gaveUp: string[];
  keyFramesWanted: number;
}

function recorderInto(pathOf: (index: number) => string | null): Written {
  const written: Written = { parts: [], gaveUp: [], keyFramesWanted: 0, recorder: null as unknown as Recorder };
  let index = 0;
  written.recorder = new Recorder({
    nextPath: () => pathOf(index++),
    done: (part) => written.parts.push(part),
    gaveUp: (why) => written.gaveUp.push(why),
    wantKeyFrame: () => (written.keyFramesWanted += 1),
  });
  return written;
}

it('begins with the first whole picture, and anew with another size, another publisher and after a pause', async () => {
  const written = recorderInto((index) => join(folder, `${String(index)}.webm`));
  const { recorder } = written;
  recorder.take(media('video', 0, 0, picture), source);
  expect(written.keyFramesWanted).toBe(1);
  recorder.take(media('video', 1, 30, keyPicture(160)), source);
  recorder.take(media('audio', 0, 30, Buffer.from([1])), source);
  recorder.take(media('video', 2, 60, picture), source);
  recorder.take(media('video', 3, 90, keyPicture(320)), source);
  recorder.take(media('video', 4, 120, picture), source);
  recorder.take(media('video', 5, 9_000, keyPicture(320)), source);
  recorder.take(media('video', 900, 9_030, keyPicture(320)), { ...source });
  recorder.stop();
  await Promise.all(written.parts.map(({ closed }) => closed));
  expect(written.parts.map(({ begun_ms }) => begun_ms)).toEqual([30, 90, 9_000, 9_030]);
  for (const { path } of written.parts) expect((await readFile(path)).readUInt32BE(0)).toBe(0x1a45dfa3);
});

it('asks for a whole picture once a part is a minute old, and begins the next with it', () => {
  const written = recorderInto((index) => join(folder, `minute-${String(index)}.webm`));
  for (let frame = 0; frame < 100; frame += 1)
    written.recorder.take(media('video', frame, frame * 1_000, frame === 0 || frame === 70 ? keyPicture(160) : picture), source);
  expect(written.keyFramesWanted).toBe(1);
  expect(written.parts.map(({ begun_ms }) => begun_ms)).toEqual([0]);
  written.recorder.stop();
  expect(written.parts.map(({ begun_ms }) => begun_ms)).toEqual([0, 70_000]);
});

it('gives up, and nothing else, when the disk is full', async () => {
  const written = recorderInto(() => '/dev/full');
  let frame = 0;
  await eventually(() => {
    written.recorder.take(media('video', frame, frame * 30, keyPicture(160)), source);
    frame += 1;
    expect(written.gaveUp).toHaveLength(1);
  });
  written.recorder.take(media('video', frame, frame * 30, keyPicture(160)), source);
  expect(written.parts).toHaveLength(1);
});

it('gives up when there is no room for another part', () => {
  const written = recorderInto(() => null);
  written.recorder.take(media('video', 0, 0, keyPicture(160)), source);
  expect(written.gaveUp).toEqual(['the disk is too full']);
  expect(written.parts).toEqual([]);
});

it('puts packets in order, and gives a missing one up after a while', () => {
  const seen: [number, boolean][] = [];
  const order = new Order(({ number }, isAfterLoss) => seen.push([number, isAfterLoss]));
  const take = (number: number, at_ms: number): void =>
    order.take({ number, at_ms, timestamp: 0, isMarked: false, payload: Buffer.alloc(1) });
  take(1, 0);
  take(3, 10);
  take(2, 20);
  take(5, 30);
  take(6, 40);
  expect(seen.map(([number]) => number)).toEqual([1, 2, 3]);
  take(7, 600);
  expect(seen.slice(3)).toEqual([
    [5, true],
    [6, false],
    [7, false],
  ]);
});

it('puts the pieces of H.264 together, and finds in them what a decoder is told first', () => {
  const units: Buffer[] = [];
  takeUnits(units, Buffer.from([0x78, 0, 4, 0x67, 0x42, 0xe0, 0x1f, 0, 2, 0x68, 0xce]));
  takeUnits(units, Buffer.from([0x7c, 0x85, 1, 2]));
  takeUnits(units, Buffer.from([0x7c, 0x45, 3]));
  expect(units.map((unit) => [...unit])).toEqual([
    [0x67, 0x42, 0xe0, 0x1f],
    [0x68, 0xce],
    [0x65, 1, 2, 3],
  ]);
  expect(setupOf(units)?.subarray(0, 4)).toEqual(Buffer.from([1, 0x42, 0xe0, 0x1f]));
  expect(setupOf([Buffer.from([0x65])])).toBeNull();
});
