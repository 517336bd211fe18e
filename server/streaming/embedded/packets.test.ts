/** Reading and writing what goes over the net: whatever comes, and what the engine says itself. */
import fc from 'fast-check';
import { Reception } from './reception';
import { bitrateLimit, goodbye, keyFrameRequest, nackOf, readRtcp, receiverReport, senderReport } from './rtcp';
import { isRtcp, readRtp, startsKeyFrame, unwrap } from './rtp';

const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array));

describe('a packet from the net', () => {
  it('is read or refused, whatever its bytes are', () => {
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

  it('is no media when its header, extension or padding is longer than itself', () => {
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

  it('tells a whole picture of VP8 with every length of its descriptor', () => {
    expect(startsKeyFrame('VP8', Buffer.from([0x10, 0x00]))).toBe(true);
    expect(startsKeyFrame('VP8', Buffer.from([0x10, 0x01]))).toBe(false);
    expect(startsKeyFrame('VP8', Buffer.from([0x00, 0x00]))).toBe(false);
    expect(startsKeyFrame('VP8', Buffer.from([0x90, 0xf0, 0x81, 0x02, 0x03, 0x04, 0x00]))).toBe(true);
    expect(startsKeyFrame('VP8', Buffer.from([0x90, 0xf0, 0x01, 0x03, 0x04, 0x01]))).toBe(false);
  });

  it('tells a whole picture of H.264 alone, in a bundle and in pieces', () => {
    expect(startsKeyFrame('H264', Buffer.from([0x65, 1]))).toBe(true);
    expect(startsKeyFrame('H264', Buffer.from([0x41, 1]))).toBe(false);
    expect(startsKeyFrame('H264', Buffer.from([0x78, 0, 3, 0x67, 1, 2]))).toBe(true);
    expect(startsKeyFrame('H264', Buffer.from([0x7c, 0x85, 1]))).toBe(true);
    expect(startsKeyFrame('H264', Buffer.from([0x7c, 0x05, 1]))).toBe(false);
  });
});

describe('a compound report', () => {
  it('is read to its end', () => {
    const report = senderReport({ ssrc: 7, ntp_ms: 3_900_000_000_123, timestamp: 4_294_967_290, packets: 1, bytes: 2 });
    const compound = Buffer.concat([
      receiverReport({ ssrc: 7, fractionLost: 0, lost: 0, newest: 1, middle: 0, since_ms: 0 }),
      report,
      nackOf(9, [65_534, 65_535, 0, 40]),
      keyFrameRequest(9),
      goodbye(7),
    ]);
    const messages = readRtcp(compound);
    expect(messages.map(({ type }) => type)).toEqual(['sender_report', 'nack', 'key_frame_wanted', 'bye']);
    expect(messages[0]).toMatchObject({ ssrc: 7, timestamp: 4_294_967_290 });
    expect(messages[0]?.type === 'sender_report' ? messages[0].ntp_ms : 0).toBeCloseTo(3_900_000_000_123, 2);
    expect(messages[1]).toMatchObject({ ssrc: 9, sequences: [65_534, 65_535, 0, 40] });
  });

  it('is left alone from where it does not add up', () => {
    const broken = keyFrameRequest(9);
    broken.writeUInt16BE(500, 2);
    expect(readRtcp(Buffer.concat([keyFrameRequest(9), broken]))).toHaveLength(1);
  });

  it('limits a bitrate to what was asked, and not more', () => {
    const packet = bitrateLimit(5, 2_500_000);
    const word = packet.readUInt32BE(16);
    const told = (word & 0x3ffff) * 2 ** ((word >> 18) & 0x3f);
    expect(told).toBeLessThanOrEqual(2_500_000);
    expect(told).toBeGreaterThan(2_490_000);
  });
});

describe('the packets of one sender', () => {
  it('are numbered on when their numbers begin anew, forwards and backwards', () => {
    expect(unwrap(2, 65_534)).toBe(65_538);
    expect(unwrap(65_535, 65_537)).toBe(65_535);
  });

  it('are asked for again while they are missing, and given up in the end', () => {
    const reception = new Reception();
    reception.take(65_534, 0);
    reception.take(1, 0);
    expect(reception.due(0)).toEqual({ ask: [65_535, 0], isLost: false });
    expect(reception.due(10).ask).toEqual([]);
    expect(reception.take(65_535, 20)).not.toBeNull();
    expect(reception.due(60).ask).toEqual([0]);
    expect(reception.due(700)).toEqual({ ask: [], isLost: true });
    expect(reception.due(800)).toEqual({ ask: [], isLost: false });
  });

  it('count once, however often they come', () => {
    const reception = new Reception();
    expect(reception.take(10, 0)).not.toBeNull();
    expect(reception.take(10, 0)).toBeNull();
    reception.take(12, 0);
    expect(reception.take(11, 0)).not.toBeNull();
    expect(reception.take(11, 0)).toBeNull();
    expect(reception.report()).toMatchObject({ fractionLost: 0, lost: 0 });
  });

  it('are reported as lost by their share since the last report', () => {
    const reception = new Reception();
    reception.take(0, 0);
    for (let sequence = 2; sequence <= 9; sequence += 2) reception.take(sequence, 0);
    const { fractionLost, lost } = reception.report();
    expect(lost).toBe(4);
    expect(fractionLost).toBe(Math.floor((4 / 9) * 256));
    expect(reception.report().fractionLost).toBe(0);
  });

  it('are no loss when they jump far', () => {
    const reception = new Reception();
    reception.take(0, 0);
    reception.take(5_000, 0);
    expect(reception.due(0).ask).toEqual([]);
  });
});
