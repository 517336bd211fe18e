/** One stream from several senders, whole pictures for whoever waits, and sound and picture on one clock. */
import { KeyFrames } from './key-frames';
import type { Media } from './publisher';
import { Relay } from './relay';
import { readRtp } from './rtp';
import { SourceClock } from './source-clock';

function media(number: number, timestamp: number): Media {
  const packet = Buffer.alloc(20);
  packet[0] = 0x80;
  const rtp = { payloadType: 96, isMarked: false, sequence: number & 0xffff, timestamp, ssrc: 1, payload: packet.subarray(12) };
  return { kind: 'video', codec: 'VP8', packet, rtp, number, at_ms: 0 };
}

function sent(relay: Relay, number: number, timestamp: number, now_ms: number): { sequence: number; timestamp: number } | null {
  const one = media(number, timestamp);
  if (relay.take(one, number % 1_000 === 0, now_ms) === null) return null;
  const { sequence, timestamp: own, ssrc } = readRtp(one.packet) ?? { sequence: 0, timestamp: 0, ssrc: 0 };
  expect(ssrc).toBe(relay.ssrc);
  return { sequence, timestamp: own };
}

describe('a stream', () => {
  it('goes on without a seam when another sender takes over', () => {
    const relay = new Relay('video', 77, 1_000);
    relay.begin(500, 90_000, 0);
    const first = sent(relay, 500, 90_000, 0);
    const second = sent(relay, 501, 93_000, 33);
    expect(second).toEqual({ sequence: (first?.sequence ?? 0) + 1, timestamp: (first?.timestamp ?? 0) + 3_000 });

    relay.begin(9_000, 4_000_000_000, 2_033);
    const third = sent(relay, 9_000, 4_000_000_000, 2_033);
    expect(third).toEqual({ sequence: (second?.sequence ?? 0) + 1, timestamp: (second?.timestamp ?? 0) + 180_000 });
    expect(sent(relay, 8_999, 3_999_997_000, 2_040)).toBeNull();
  });

  it('keeps what it sent lately, and nothing that it did not send', () => {
    const relay = new Relay('video', 77, 0);
    relay.begin(0, 0, 0);
    const numbers = Array.from({ length: 1_500 }, (_none, number) => sent(relay, number, number * 3_000, number)?.sequence ?? 0);
    expect(relay.again(numbers.at(-1) ?? 0)?.codec).toBe('VP8');
    expect(relay.again(numbers[600] ?? 0)).not.toBeNull();
    expect(relay.again(numbers[100] ?? 0)).toBeNull();
    expect(relay.again(((numbers.at(-1) ?? 0) + 1) & 0xffff)).toBeNull();
  });

  it('gives a newcomer all since the last whole picture while that is fresh', () => {
    const relay = new Relay('video', 77, 0);
    relay.begin(1_000, 0, 0);
    for (let number = 1_000; number < 1_010; number += 1) if (number !== 1_004) sent(relay, number, number, 0);
    expect(relay.sinceStart(500, 400)).toHaveLength(9);
    expect(relay.sinceStart(500, 501)).toEqual([]);
    relay.begin(5_001, 0, 600);
    sent(relay, 5_001, 0, 600);
    expect(relay.sinceStart(500, 600)).toEqual([]);
  });

  it('leaves the place of a missing packet free, and takes it when it comes late', () => {
    const relay = new Relay('video', 77, 0);
    relay.begin(0, 0, 0);
    const first = sent(relay, 0, 0, 0)?.sequence ?? 0;
    sent(relay, 2, 3_000, 1);
    expect(relay.again((first + 1) & 0xffff)).toBeNull();
    expect(sent(relay, 1, 3_000, 2)).toEqual({ sequence: first + 1, timestamp: expect.any(Number) as number });
    expect(relay.again((first + 1) & 0xffff)).not.toBeNull();
  });
});

describe('whole pictures', () => {
  it('are asked for at most twice a second, however many want one', () => {
    const keyFrames = new KeyFrames();
    let asked = 0;
    for (let now_ms = 0; now_ms < 10_000; now_ms += 10) {
      keyFrames.want();
      if (keyFrames.due(now_ms)) asked += 1;
    }
    expect(asked).toBe(20);
  });

  it('are asked for at once, and again until one comes', () => {
    const keyFrames = new KeyFrames();
    expect(keyFrames.due(0)).toBe(false);
    keyFrames.want();
    expect(keyFrames.due(0)).toBe(true);
    expect(keyFrames.due(599)).toBe(false);
    expect(keyFrames.due(600)).toBe(true);
    keyFrames.came();
    expect(keyFrames.due(9_000)).toBe(false);
  });
});

describe('the clock of a sender', () => {
  it('puts sound and picture in step as her reports say, however late one of them arrives', () => {
    const clock = new SourceClock();
    clock.at('audio', 48_000, 1_000);
    clock.at('video', 90_000, 1_200);
    clock.report('audio', 48_000, 500_000, 1_500);
    clock.report('video', 90_000, 500_000, 1_500);
    expect(clock.at('video', 180_000, 0) - clock.at('audio', 96_000, 0)).toBeCloseTo(0);
  });
});
