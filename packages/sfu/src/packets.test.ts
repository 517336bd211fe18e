/** Parsing of arbitrary packets, and the packets that the engine sends. */
import fc from 'fast-check';
import { SequenceTracker } from './sequence-tracker';
import { bitrateLimit, goodbye, keyFrameRequest, nackOf, readRtcp, receiverReport, senderReport } from './rtcp';
import { isRtcp, readRtp, startsKeyFrame, unwrap } from './rtp';

const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array));

describe('a packet from the network', () => {
  it('is parsed or rejected, whatever its bytes are', () => {
    fc.assert(
      fc.property(bytes, (packet) => {
        isRtcp(packet);
        readRtcp(packet);
        const rtp = readRtp(packet);
        for (const codec of ['VP8', 'H264', 'opus'] as const) startsKeyFrame(codec, rtp?.payload ?? packet);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is invalid when its header, extension or padding is longer than the packet', () => {
    const packet = Buffer.alloc(16);
    packet[0] = 0x80;
    expect(readRtp(packet)?.payload).toHaveLength(4);
    packet[0] = 0x8f;
    expect(readRtp(packet)).toBeNull();
    packet[0] = 0x90;
    expect(readRtp(packet)?.payload).toHaveLength(0);
    packet.writeUInt16BE(9, 14);
    expect(readRtp(packet)).toBeNull();
    packet[0] = 0xa0;
    packet[15] = 200;
    expect(readRtp(packet)).toBeNull();
  });

  it('is recognized as a VP8 key frame with every length of the descriptor', () => {
    expect(startsKeyFrame('VP8', Buffer.from([0x10, 0x00]))).toBe(true);
    expect(startsKeyFrame('VP8', Buffer.from([0x10, 0x01]))).toBe(false);
    expect(startsKeyFrame('VP8', Buffer.from([0x00, 0x00]))).toBe(false);
    expect(startsKeyFrame('VP8', Buffer.from([0x90, 0xf0, 0x81, 0x02, 0x03, 0x04, 0x00]))).toBe(true);
    expect(startsKeyFrame('VP8', Buffer.from([0x90, 0xf0, 0x01, 0x03, 0x04, 0x01]))).toBe(false);
  });

  it('is recognized as an H.264 key frame as a single unit, aggregated and fragmented', () => {
    expect(startsKeyFrame('H264', Buffer.from([0x65, 1]))).toBe(true);
    expect(startsKeyFrame('H264', Buffer.from([0x41, 1]))).toBe(false);
    expect(startsKeyFrame('H264', Buffer.from([0x78, 0, 3, 0x67, 1, 2]))).toBe(true);
    expect(startsKeyFrame('H264', Buffer.from([0x7c, 0x85, 1]))).toBe(true);
    expect(startsKeyFrame('H264', Buffer.from([0x7c, 0x05, 1]))).toBe(false);
  });
});

describe('a compound RTCP packet', () => {
  it('is read to the end', () => {
    const report = senderReport({ ssrc: 7, ntp_ms: 3_900_000_000_123, timestamp: 4_294_967_290, packets: 1, bytes: 2 });
    const compound = Buffer.concat([
      receiverReport({ ssrc: 7, fractionLost: 0, lost: 0, newest: 1, ntpMiddle: 0, since_ms: 0 }),
      report,
      nackOf(9, [65_534, 65_535, 0, 40]),
      keyFrameRequest(9),
      goodbye(7),
    ]);
    const messages = readRtcp(compound);
    expect(messages.map(({ type }) => type)).toEqual(['sender_report', 'nack', 'key_frame_request', 'bye']);
    expect(messages[0]).toMatchObject({ ssrc: 7, timestamp: 4_294_967_290 });
    expect(messages[0]?.type === 'sender_report' ? messages[0].ntp_ms : 0).toBeCloseTo(3_900_000_000_123, 2);
    expect(messages[1]).toMatchObject({ ssrc: 9, sequences: [65_534, 65_535, 0, 40] });
  });

  it('is ignored from the first malformed packet on', () => {
    const broken = keyFrameRequest(9);
    broken.writeUInt16BE(500, 2);
    expect(readRtcp(Buffer.concat([keyFrameRequest(9), broken]))).toHaveLength(1);
  });

  it('limits the bitrate to slightly less than the given value, never more', () => {
    const packet = bitrateLimit(5, 2_500_000);
    const field = packet.readUInt32BE(16);
    const limit = (field & 0x3ffff) * 2 ** ((field >> 18) & 0x3f);
    expect(limit).toBeLessThanOrEqual(2_500_000);
    expect(limit).toBeGreaterThan(2_490_000);
  });
});

describe('the packets of one sender', () => {
  it('are numbered without wraparounds, forwards and backwards', () => {
    expect(unwrap(2, 65_534)).toBe(65_538);
    expect(unwrap(65_535, 65_537)).toBe(65_535);
  });

  it('are requested repeatedly while missing, and given up after a timeout', () => {
    const sequences = new SequenceTracker();
    sequences.receive(65_534, 0);
    sequences.receive(1, 0);
    expect(sequences.due(0)).toEqual({ nack: [65_535, 0], isLost: false });
    expect(sequences.due(10).nack).toEqual([]);
    expect(sequences.receive(65_535, 20)).not.toBeNull();
    expect(sequences.due(60).nack).toEqual([0]);
    expect(sequences.due(700)).toEqual({ nack: [], isLost: true });
    expect(sequences.due(800)).toEqual({ nack: [], isLost: false });
  });

  it('are counted once, however often they arrive', () => {
    const sequences = new SequenceTracker();
    expect(sequences.receive(10, 0)).not.toBeNull();
    expect(sequences.receive(10, 0)).toBeNull();
    sequences.receive(12, 0);
    expect(sequences.receive(11, 0)).not.toBeNull();
    expect(sequences.receive(11, 0)).toBeNull();
    expect(sequences.lossReport()).toMatchObject({ fractionLost: 0, lost: 0 });
  });

  it('are reported as lost since the last report, in 256ths of those expected', () => {
    const sequences = new SequenceTracker();
    sequences.receive(0, 0);
    for (let sequence = 2; sequence <= 9; sequence += 2) sequences.receive(sequence, 0);
    const { fractionLost, lost } = sequences.lossReport();
    expect(lost).toBe(4);
    expect(fractionLost).toBe(Math.floor((4 / 9) * 256));
    expect(sequences.lossReport().fractionLost).toBe(0);
  });

  it('keep ascending numbers after dropped packets, even across wraparounds', () => {
    let sequences = new SequenceTracker();
    const numbers: (number | null)[] = [];
    for (let sequence = 65_000; sequence < 65_000 + 3 * 65_536; sequence += 250) {
      if (sequence % 10_000 === 0) sequences = new SequenceTracker(sequences.last);
      numbers.push(sequences.receive(sequence & 0xffff, 0));
    }
    expect(numbers.every((number, index) => number !== null && number > (numbers[index - 1] ?? 0))).toBe(true);
    // The relay's offset and the order of a recording depend on it.
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(250 * (numbers.length - 1));
  });

  it('are not counted as lost after a large jump', () => {
    const sequences = new SequenceTracker();
    sequences.receive(0, 0);
    sequences.receive(5_000, 0);
    expect(sequences.due(0).nack).toEqual([]);
  });
});
