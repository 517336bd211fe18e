/** One stream from several senders, and key frame requests. */
import { KeyFrameRequests } from './key-frames';
import type { MediaPacket } from './publisher';
import { Relay } from './relay';
import { readRtp } from './rtp';

function packetOf(number: number, timestamp: number): MediaPacket {
  const packet = Buffer.alloc(20);
  packet[0] = 0x80;
  const rtp = { payloadType: 96, isMarked: false, sequence: number & 0xffff, timestamp, ssrc: 1, payload: packet.subarray(12) };
  return { kind: 'video', codec: 'VP8', packet, rtp, number, at_ms: 0, shift_ms: 0 };
}

function send(relay: Relay, number: number, timestamp: number, now_ms: number): { sequence: number; timestamp: number } | null {
  const outgoing = packetOf(number, timestamp);
  if (relay.rewrite(outgoing, number % 1_000 === 0, now_ms) === null) return null;
  const { sequence, timestamp: streamTimestamp, ssrc } = readRtp(outgoing.packet) ?? { sequence: 0, timestamp: 0, ssrc: 0 };
  expect(ssrc).toBe(relay.ssrc);
  return { sequence, timestamp: streamTimestamp };
}

describe('a stream', () => {
  it('continues its numbers and timestamps when another sender takes over', () => {
    const relay = new Relay('video', 77, 1_000);
    relay.switchSource(500, 90_000, 0);
    const first = send(relay, 500, 90_000, 0);
    const second = send(relay, 501, 93_000, 33);
    expect(second).toEqual({ sequence: (first?.sequence ?? 0) + 1, timestamp: (first?.timestamp ?? 0) + 3_000 });

    relay.switchSource(9_000, 4_000_000_000, 2_033);
    const third = send(relay, 9_000, 4_000_000_000, 2_033);
    expect(third).toEqual({ sequence: (second?.sequence ?? 0) + 1, timestamp: (second?.timestamp ?? 0) + 180_000 });
    expect(send(relay, 8_999, 3_999_997_000, 2_040)).toBeNull();
  });

  it('stores recently sent packets only', () => {
    const relay = new Relay('video', 77, 0);
    relay.switchSource(0, 0, 0);
    const numbers = Array.from({ length: 1_500 }, (_none, number) => send(relay, number, number * 3_000, number)?.sequence ?? 0);
    expect(relay.find(numbers.at(-1) ?? 0)?.codec).toBe('VP8');
    expect(relay.find(numbers[600] ?? 0)).not.toBeNull();
    expect(relay.find(numbers[100] ?? 0)).toBeNull();
    expect(relay.find(((numbers.at(-1) ?? 0) + 1) & 0xffff)).toBeNull();
  });

  it('gives a new viewer all packets since a recent key frame', () => {
    const relay = new Relay('video', 77, 0);
    relay.switchSource(1_000, 0, 0);
    for (let number = 1_000; number < 1_010; number += 1) if (number !== 1_004) send(relay, number, number, 0);
    expect(relay.sinceKeyFrame(500, 400)).toHaveLength(9);
    expect(relay.sinceKeyFrame(500, 501)).toEqual([]);
    relay.switchSource(5_001, 0, 600);
    send(relay, 5_001, 0, 600);
    expect(relay.sinceKeyFrame(500, 600)).toEqual([]);
  });

  it('leaves a gap for a missing packet, and stores it when it arrives late', () => {
    const relay = new Relay('video', 77, 0);
    relay.switchSource(0, 0, 0);
    const first = send(relay, 0, 0, 0)?.sequence ?? 0;
    send(relay, 2, 3_000, 1);
    expect(relay.find((first + 1) & 0xffff)).toBeNull();
    expect(send(relay, 1, 3_000, 2)).toEqual({ sequence: first + 1, timestamp: expect.any(Number) as number });
    expect(relay.find((first + 1) & 0xffff)).not.toBeNull();
  });
});

describe('key frames', () => {
  it('are requested at most twice a second, however many viewers need one', () => {
    const keyFrameRequests = new KeyFrameRequests();
    let requests = 0;
    for (let now_ms = 0; now_ms < 10_000; now_ms += 10) {
      keyFrameRequests.request();
      if (keyFrameRequests.due(now_ms)) requests += 1;
    }
    expect(requests).toBe(20);
  });

  it('are requested immediately, and again until one arrives', () => {
    const keyFrameRequests = new KeyFrameRequests();
    expect(keyFrameRequests.due(0)).toBe(false);
    keyFrameRequests.request();
    expect(keyFrameRequests.due(0)).toBe(true);
    expect(keyFrameRequests.due(599)).toBe(false);
    expect(keyFrameRequests.due(600)).toBe(true);
    keyFrameRequests.received();
    expect(keyFrameRequests.due(9_000)).toBe(false);
  });
});
