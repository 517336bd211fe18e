/** Capture times of a sender's audio and video: with correct sender reports, with wrong ones, and without any. */
import { clockRates } from './rtp';
import type { MediaKind } from './rtp';
import { SourceClock } from './source-clock';

const kinds = ['audio', 'video'] as const;
/** A larger offset between audio and video is visible. */
const desync_ms_max = 60;
const packetInterval_ms: Record<MediaKind, number> = { audio: 20, video: 40 };
const firstTimestamp: Record<MediaKind, number> = { audio: 2 ** 32 - 300_000, video: 7_000_000 };

interface Sender {
  /** How long it sends, in seconds. */
  seconds: number;
  /** Time from capture to arrival; by default 30 ms for audio, 110 ms for video. */
  delay_ms?: (kind: MediaKind, at_ms: number) => number;
  /** The time in its packets' timestamps; correct by default. */
  stamp_ms?: (kind: MediaKind, at_ms: number) => number;
  /** What its reports contain for a time: the clock, and the timestamp. */
  ntp_ms?: (at_ms: number) => number;
  reported_ms?: (kind: MediaKind, at_ms: number) => number;
  reportsEvery_ms?: Record<MediaKind, number> | null;
}

interface PlacedPacket {
  /** True capture time. */
  at_ms: number;
  assigned_ms: number;
}

const startedAt_ms = 1_000_000;
const timestampOf = (kind: MediaKind, at_ms: number): number =>
  (firstTimestamp[kind] + Math.round((at_ms * clockRates[kind]) / 1000)) >>> 0;

/** Passes everything that a sender sends to a clock, in order of arrival. */
function run({
  seconds,
  delay_ms = (kind) => (kind === 'audio' ? 30 : 110),
  stamp_ms = (_kind, at_ms) => at_ms,
  ntp_ms = (at_ms) => at_ms,
  reported_ms = stamp_ms,
  reportsEvery_ms = { audio: 1_000, video: 1_000 },
}: Sender): { clock: SourceClock; placed: Record<MediaKind, PlacedPacket[]>; wasSkewed: boolean } {
  const clock = new SourceClock();
  const placed: Record<MediaKind, PlacedPacket[]> = { audio: [], video: [] };
  let wasSkewed = false;
  const arrivals: { arrives_ms: number; deliver: () => void }[] = [];
  for (const kind of kinds) {
    for (let at_ms = 0; at_ms < seconds * 1000; at_ms += packetInterval_ms[kind]) {
      const arrives_ms = startedAt_ms + at_ms + delay_ms(kind, at_ms);
      const deliver = () =>
        placed[kind].push({ at_ms, assigned_ms: clock.captureTime(kind, timestampOf(kind, stamp_ms(kind, at_ms)), arrives_ms) });
      arrivals.push({ arrives_ms, deliver });
    }
    if (reportsEvery_ms === null) continue;
    for (let at_ms = reportsEvery_ms[kind] / 2; at_ms < seconds * 1000; at_ms += reportsEvery_ms[kind]) {
      // A report has only the network delay, which is 20 ms less than the delay of audio.
      const arrives_ms = startedAt_ms + at_ms + delay_ms('audio', at_ms) - 20;
      const deliver = () => {
        clock.report(kind, timestampOf(kind, reported_ms(kind, at_ms)), 3_900_000_000_000 + ntp_ms(at_ms), arrives_ms);
        wasSkewed ||= clock.isSkewed;
      };
      arrivals.push({ arrives_ms, deliver });
    }
  }
  for (const { deliver } of arrivals.sort((a, b) => a.arrives_ms - b.arrives_ms)) deliver();
  return { clock, placed, wasSkewed };
}

/** The largest difference between the times of audio and video captured together, from `from_ms` on. */
function desync_ms({ audio, video }: Record<MediaKind, PlacedPacket[]>, from_ms = 0): number {
  const audioTimes = new Map(audio.map(({ at_ms, assigned_ms }) => [at_ms, assigned_ms]));
  const simultaneous = video.filter(({ at_ms }) => at_ms >= from_ms && audioTimes.has(at_ms));
  expect(simultaneous.length).toBeGreaterThan(50);
  return Math.max(...simultaneous.map(({ at_ms, assigned_ms }) => Math.abs(assigned_ms - (audioTimes.get(at_ms) ?? 0))));
}

/** How much longer the mapped duration is than the true one. */
const stretched_ms = (placed: PlacedPacket[]): number => {
  const [first, last] = [placed[0], placed.at(-1)];
  return (last?.assigned_ms ?? 0) - (first?.assigned_ms ?? 0) - ((last?.at_ms ?? 0) - (first?.at_ms ?? 0));
};

it('synchronizes audio and video with correct reports, however late video arrives', () => {
  const { placed, wasSkewed } = run({ seconds: 20 });
  expect(desync_ms(placed, 4_000)).toBeLessThan(5);
  const slow = run({ seconds: 30, delay_ms: (kind) => (kind === 'audio' ? 30 : 800), reportsEvery_ms: { audio: 5_000, video: 1_000 } });
  expect(desync_ms(slow.placed, 12_000)).toBeLessThan(5);
  expect([wasSkewed, slow.wasSkewed]).toEqual([false, false]);
});

describe('reports at the wrong speed', () => {
  it.each<[string, Partial<Sender>]>([
    ['with a clock twice as fast', { ntp_ms: (at_ms) => 2 * at_ms }],
    ['with timestamps twice as fast', { reported_ms: (_kind, at_ms) => 2 * at_ms }],
    ['with both twice as fast', { ntp_ms: (at_ms) => 2 * at_ms, reported_ms: (_kind, at_ms) => 2 * at_ms }],
    ['with a clock half as fast', { ntp_ms: (at_ms) => at_ms / 2 }],
    ['after correct reports for a while', { reported_ms: (_kind, at_ms) => at_ms + Math.max(0, at_ms - 10_000) }],
  ])('%s change neither duration nor sync, and count as skewed', (_case, wrong) => {
    const { placed, clock } = run({ seconds: 60, delay_ms: (kind) => (kind === 'audio' ? 30 : 60), ...wrong });
    for (const kind of kinds) expect(Math.abs(stretched_ms(placed[kind]))).toBeLessThan(200);
    expect(desync_ms(placed)).toBeLessThan(desync_ms_max);
    expect(clock.isSkewed).toBe(true);
  });
});

it('follows reports when audio timestamps omit a pause of the microphone', () => {
  const gap_ms = 5_000;
  const { placed, clock } = run({
    seconds: 40,
    stamp_ms: (kind, at_ms) => (kind === 'audio' && at_ms > 15_000 ? at_ms - gap_ms : at_ms),
  });
  expect(desync_ms(placed, 20_000)).toBeLessThan(desync_ms_max);
  expect(clock.isSkewed).toBe(false);
});

it('stays in sync when the network delays everything for a while', () => {
  const delayedBy_ms = (at_ms: number): number => (at_ms > 10_000 && at_ms < 20_000 ? 1_800 : 0);
  const { placed, wasSkewed } = run({ seconds: 40, delay_ms: (kind, at_ms) => (kind === 'audio' ? 30 : 110) + delayedBy_ms(at_ms) });
  expect(desync_ms(placed, 4_000)).toBeLessThan(desync_ms_max);
  expect(wasSkewed).toBe(false);
});

it('uses arrival times after a jump in the timestamps', () => {
  const { placed } = run({
    seconds: 30,
    reportsEvery_ms: null,
    stamp_ms: (_kind, at_ms) => (at_ms > 10_000 ? at_ms + 5 * 3_600_000 : at_ms),
  });
  for (const kind of kinds) expect(Math.abs(stretched_ms(placed[kind]))).toBeLessThan(200);
});

it('maps timestamps of a long show, although they wrap around every few hours', () => {
  const clock = new SourceClock();
  for (let at_ms = 0; at_ms < 30 * 3_600_000; at_ms += 5_000)
    for (const kind of kinds)
      expect(clock.captureTime(kind, timestampOf(kind, at_ms), startedAt_ms + at_ms)).toBeCloseTo(startedAt_ms + at_ms, 0);
});

it('returns the newest packet with its time for a report, and null before the first packet', () => {
  const clock = new SourceClock();
  expect(clock.report('video', 5, 3_900_000_000_000, startedAt_ms)).toBeNull();
  clock.captureTime('video', 90_000, startedAt_ms);
  clock.captureTime('video', 93_000, startedAt_ms + 40);
  expect(clock.report('video', 400_000, 3_900_000_000_000, startedAt_ms + 50)).toEqual({
    timestamp: 93_000,
    at_ms: expect.closeTo(startedAt_ms + 33.3, 0) as number,
  });
});
