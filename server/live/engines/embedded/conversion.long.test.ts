/** The recording of a show: audio and video in sync from start to end, across every kind of boundary between parts. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { clipFiles, framesPerSecond, makeClip, readFrames, readAudioPackets, audioPacketsPerSecond } from '../../../../tests/kit/live/clip';
import { analyzeRecording, type RecordingAnalysis } from '../../../../tests/kit/live/recording-analysis';
import { probe } from '../../../platform/media/converting/probe';
import { attemptCount } from '../../../../tests/kit/timing/depth';
import type { MediaPacket } from '@sfu/publisher';
import type { MediaSource } from '@sfu/room';
import { clockRates } from '@sfu/rtp';
import type { MediaKind } from '@sfu/rtp';
import { SourceClock } from '@sfu/source-clock';
import { outputSizeOf, convertPart, joinParts } from '@sfu/recording/conversion';
import type { Part } from '@sfu/recording/part';
import { Recorder } from '@sfu/recording/recorder';
import { converterOf } from './converter';

const config = { ffmpegPath: null };
const converter = converterOf(config);
const desync_s_max = 0.06;
const second_ms = 1000;
const clip_s = 6;
/** Video takes longer to encode than audio, and arrives this much later. */
const videoDelay_ms = 90;
const shortVideoDelay_ms = 40;
const sizes = ['320x180', '180x240', '640x360'] as const;
type Size = (typeof sizes)[number];
let folder: string;
const clips = new Map<string, { frames: Buffer[]; audioPackets: Buffer[] }>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-film-'));
  for (const size of sizes) {
    const target = join(folder, size);
    await mkdir(target);
    await makeClip(target, clip_s, size);
    const { video, audio } = clipFiles(target);
    clips.set(size, { frames: await readFrames(video), audioPackets: await readAudioPackets(audio) });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whole seconds of the test clip, which flashes and beeps every second, as one publisher sends them. */
interface Segment {
  seconds: number;
  size: Size;
  isMuted?: boolean;
  isCameraOff?: boolean;
  /** Seconds without a packet before the segment, which then has a new connection. */
  pauseBefore_s?: number;
}

/** Speed of the clock and of the timestamps in sender reports; 1 is correct. Null: no reports. */
type ReportSpeed = Record<'clock' | 'timestamps', number> | null;
const correctReports: ReportSpeed = { clock: 1, timestamps: 1 };

/** A publisher with its clock, as in the engine. */
class Publisher implements MediaSource {
  readonly hasAudio = true;
  readonly hasVideo = true;
  readonly clock = new SourceClock();

  constructor(readonly startedAt_ms: number) {}

  get isInSync(): boolean {
    return this.clock.isInSync;
  }

  shiftOf(kind: MediaKind): number {
    return this.clock.shiftOf(kind);
  }
}

interface SentPacket {
  publisher: Publisher;
  arrives_ms: number;
  kind: MediaKind;
  /** Capture time. */
  at_ms: number;
  /** Null: a sender report. */
  data: Buffer | null;
}

const timestampOf = (kind: MediaKind, at_ms: number): number => Math.round((at_ms * clockRates[kind]) / second_ms) >>> 0;

/** All packets, in order of arrival. */
function packetsOf(segments: readonly Segment[], delay_ms: number): SentPacket[] {
  const packets: SentPacket[] = [];
  let publisher = new Publisher(0);
  let startedAt_ms = 0;
  for (const { seconds, size, isMuted = false, isCameraOff = false, pauseBefore_s = 0 } of segments) {
    startedAt_ms += pauseBefore_s * second_ms;
    if (pauseBefore_s > 0) publisher = new Publisher(startedAt_ms);
    const { frames = [], audioPackets = [] } = clips.get(size) ?? {};
    for (let frame = 0; frame < seconds * framesPerSecond && !isCameraOff; frame += 1) {
      const at_ms = startedAt_ms + (frame * second_ms) / framesPerSecond;
      const data = frames[frame % (clip_s * framesPerSecond)] ?? Buffer.alloc(0);
      packets.push({ publisher, arrives_ms: at_ms + delay_ms, kind: 'video', at_ms, data });
    }
    for (let audioPacket = 0; audioPacket < seconds * audioPacketsPerSecond && !isMuted; audioPacket += 1) {
      const at_ms = startedAt_ms + (audioPacket * second_ms) / audioPacketsPerSecond;
      const data = audioPackets[audioPacket % (clip_s * audioPacketsPerSecond)] ?? Buffer.alloc(0);
      packets.push({ publisher, arrives_ms: at_ms, kind: 'audio', at_ms, data });
    }
    for (let at_ms = startedAt_ms + 300; at_ms < startedAt_ms + seconds * second_ms; at_ms += second_ms)
      for (const kind of ['audio', 'video'] as const) packets.push({ publisher, arrives_ms: at_ms + 5, kind, at_ms, data: null });
    startedAt_ms += seconds * second_ms;
  }
  return packets.sort((a, b) => a.arrives_ms - b.arrives_ms);
}

/** Passes all packets to the recorder as the engine does, with capture times from timestamps and reports. */
function send(packets: readonly SentPacket[], recorder: Recorder, reports: ReportSpeed): void {
  const numbers = { audio: 0, video: 0 };
  for (const { publisher, arrives_ms, kind, at_ms, data } of packets) {
    const { clock, startedAt_ms } = publisher;
    if (data === null) {
      if (reports === null) continue;
      const since_ms = at_ms - startedAt_ms;
      clock.report(kind, timestampOf(kind, startedAt_ms + since_ms * reports.timestamps), since_ms * reports.clock, arrives_ms);
      continue;
    }
    const payload = kind === 'video' ? Buffer.concat([Buffer.from([0x10]), data]) : data;
    // Each kind has its own sequence, without gaps.
    const number = numbers[kind]++;
    const rtp = { payloadType: 96, isMarked: true, sequence: number & 0xffff, timestamp: timestampOf(kind, at_ms), ssrc: 1, payload };
    const capturedAt_ms = clock.captureTime(kind, rtp.timestamp, arrives_ms);
    const codec = kind === 'video' ? 'VP8' : 'opus';
    const media: MediaPacket = { kind, codec, packet: payload, rtp, number, at_ms: capturedAt_ms, shift_ms: clock.shiftOf(kind) };
    recorder.record(media, publisher);
  }
}

interface ConvertedRecording extends RecordingAnalysis {
  parts: number;
  reported_s: number;
  length_s: number;
}

/** Records these segments and converts them to an MP4. */
async function recordAndConvert(
  name: string,
  segments: readonly Segment[],
  reports = correctReports,
  delay_ms = videoDelay_ms,
): Promise<ConvertedRecording> {
  const target = join(folder, name);
  await mkdir(target);
  const parts: Part[] = [];
  const recorder = new Recorder({
    length_s_max: 3_600,
    nextPath: () => join(target, `${String(parts.length + 1).padStart(5, '0')}.webm`),
    partEnded: (part) => parts.push(part),
    aborted: (reason) => {
      throw new Error(reason);
    },
    requestKeyFrame: () => undefined,
  });
  send(packetsOf(segments, delay_ms), recorder, reports);
  recorder.stop();
  await Promise.all(parts.map(({ closed }) => closed));
  const [first] = parts;
  if (!first) throw new Error('nothing was recorded');
  const frameSize = await outputSizeOf(converter, first.path);
  const converted: string[] = [];
  for (const { path } of parts)
    if (await convertPart(converter, path, path.replace('.webm', '.mkv'), frameSize)) converted.push(path.replace('.webm', '.mkv'));
  const mp4Path = join(folder, `${name}.mp4`);
  let reported_s = 0;
  await joinParts(
    converter,
    target,
    converted.map((path) => basename(path)),
    (duration_s) => {
      reported_s = duration_s;
      return mp4Path;
    },
  );
  return {
    ...(await analyzeRecording(mp4Path)),
    parts: parts.length,
    reported_s,
    length_s: (await probe(config, mp4Path, 'mov')).duration_s,
  };
}

/** Expects a flash and a tone at each of these seconds, within the bound. Later ones are ignored, because the end is detected as one. */
function expectAt(recording: RecordingAnalysis, flashes_s: readonly number[], tones_s: readonly number[]): void {
  const end_s = (flashes_s.at(-1) ?? 0) + 0.5;
  const flashes = recording.flashes_s.filter((at_s) => at_s < end_s);
  const tones = recording.tones_s.filter((at_s) => at_s < end_s);
  const isOutOfSync = (expected: readonly number[]) => (at_s: number, index: number) =>
    Math.abs(at_s - (expected[index] ?? 0)) > desync_s_max;
  expect({ tones: tones.length, off: tones.filter(isOutOfSync(tones_s)) }).toEqual({ tones: tones_s.length, off: [] });
  expect({ flashes: flashes.length, off: flashes.filter(isOutOfSync(flashes_s)) }).toEqual({ flashes: flashes_s.length, off: [] });
}
const secondsUpTo = (seconds: number): number[] => Array.from({ length: seconds - 1 }, (_, index) => index + 1);

function expectLength(recorded: ConvertedRecording, length_s: number): void {
  expect(Math.abs(recorded.length_s - length_s)).toBeLessThan(0.5);
  expect(Math.abs(recorded.reported_s - length_s)).toBeLessThan(0.5);
}

it.each<[string, number, Segment[]]>([
  ['one size, a new part every minute', attemptCount(3, 4), [{ seconds: attemptCount(130, 200), size: '320x180' }]],
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
    'a short first part, as browsers start with a small frame',
    2,
    [
      { seconds: 1, size: '320x180' },
      { seconds: 8, size: '640x360' },
    ],
  ],
  [
    'a publisher who disconnects and returns',
    3,
    [
      { seconds: 5, size: '320x180' },
      { seconds: 4, size: '320x180', pauseBefore_s: 7 },
      { seconds: 3, size: '640x360', pauseBefore_s: 1 },
    ],
  ],
])('a recording keeps flashes and tones in sync: %s', async (name, parts, segments) => {
  const recorded = await recordAndConvert(name.replaceAll(/\W/g, '-'), segments);
  expect(recorded.parts).toBe(parts);
  const length_s = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  expectLength(recorded, length_s);
  expectAt(recorded, secondsUpTo(length_s), secondsUpTo(length_s));
});

const fastReports: Record<string, ReportSpeed> = {
  'the clock': { clock: 2, timestamps: 1 },
  'the timestamps': { clock: 1, timestamps: 2 },
};
it.each(Object.keys(fastReports))(
  'a recording stays in sync across every boundary when %s in sender reports run at double speed',
  async (name) => {
    // Without usable reports, the encoding delay remains between audio and video: here that of a fast encoder.
    const segments: Segment[] = [
      { seconds: attemptCount(10, 180), size: '320x180' },
      { seconds: 2, size: '320x180', isMuted: true },
      { seconds: 4, size: '640x360' },
      { seconds: 4, size: '180x240', pauseBefore_s: 5 },
    ];
    const recorded = await recordAndConvert(`fast-${name.replaceAll(' ', '-')}`, segments, fastReports[name] ?? null, shortVideoDelay_ms);
    const [whole_s, mutedFrom_s] = [attemptCount(10, 180) + 10, attemptCount(10, 180)];
    expectLength(recorded, whole_s);
    expectAt(
      recorded,
      secondsUpTo(whole_s),
      secondsUpTo(whole_s).filter((at_s) => at_s < mutedFrom_s || at_s >= mutedFrom_s + 2),
    );
  },
);

it('a recording stays in sync while the microphone is off: within a part, across its end, and for a whole part', async () => {
  const recorded = await recordAndConvert('muted', [
    { seconds: 2, size: '320x180' },
    { seconds: 2, size: '320x180', isMuted: true },
    { seconds: 2, size: '320x180' },
    { seconds: 1, size: '320x180', isMuted: true },
    { seconds: 2, size: '180x240', isMuted: true },
    { seconds: 2, size: '180x240' },
    { seconds: 3, size: '640x360', isMuted: true },
    { seconds: 3, size: '320x180' },
  ]);
  expect(recorded.parts).toBe(4);
  expectLength(recorded, 17);
  expectAt(recorded, secondsUpTo(17), [1, 4, 5, 9, 10, 14, 15, 16]);
});

it('a recording stays in sync when a show begins without audio, and while the camera is off', async () => {
  const mutedFirst = await recordAndConvert('silent-first', [
    { seconds: 3, size: '320x180', isMuted: true },
    { seconds: 4, size: '640x360' },
  ]);
  expectLength(mutedFirst, 7);
  expectAt(mutedFirst, secondsUpTo(7), [3, 4, 5, 6]);
  const cameraOff = await recordAndConvert('dark', [
    { seconds: 3, size: '320x180' },
    { seconds: 4, size: '320x180', isCameraOff: true },
    { seconds: 3, size: '640x360' },
  ]);
  expectLength(cameraOff, 10);
  expectAt(cameraOff, [1, 2, 7, 8, 9], secondsUpTo(10));
});
