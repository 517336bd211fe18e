/** Reading RTP packets as they come from the net: anything may be in them, and nothing is believed before it was measured. */

export type Kind = 'audio' | 'video';
export type Codec = 'opus' | 'VP8' | 'H264';

export const clockRates: Readonly<Record<Kind, number>> = { audio: 48_000, video: 90_000 };

export interface RtpPacket {
  payloadType: number;
  isMarked: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** Without header, extensions and padding. */
  payload: Buffer;
}

const header_bytes = 12;

/** Whether a packet of the shared port is RTCP (RFC 5761): payload types 64 to 95 are never given to media. */
export function isRtcp(packet: Buffer): boolean {
  const type = (packet[1] ?? 0) & 0x7f;
  return type >= 64 && type <= 95;
}

/** The packet, or null when it is none. */
export function readRtp(packet: Buffer): RtpPacket | null {
  const [first = 0, second = 0] = packet;
  if (packet.length < header_bytes || first >> 6 !== 2) return null;
  let start = header_bytes + (first & 15) * 4;
  if (first & 0x10) {
    if (packet.length < start + 4) return null;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = first & 0x20 ? (packet[packet.length - 1] ?? 0) : 0;
  const end = packet.length - padding;
  if (start > end) return null;
  return {
    payloadType: second & 0x7f,
    isMarked: (second & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}

/** Where VP8's own bytes begin behind the payload descriptor (RFC 7741), and whether a frame begins there. */
export function readVp8(payload: Buffer): { startsFrame: boolean; data: Buffer } | null {
  const first = payload[0];
  if (first === undefined) return null;
  let at = 1;
  if (first & 0x80) {
    const has = payload[at++] ?? 0;
    if (has & 0x80) at += (payload[at] ?? 0) & 0x80 ? 2 : 1;
    if (has & 0x40) at += 1;
    if (has & 0x30) at += 1;
  }
  if (at >= payload.length) return null;
  return { startsFrame: (first & 0x10) !== 0 && (first & 0x07) === 0, data: payload.subarray(at) };
}

/** Kinds of H.264's units, and of packets that hold several or a piece of one (RFC 6184). */
export const unitTypes = { idr: 5, sps: 7, pps: 8, stapA: 24, fuA: 28 };
export const unitTypeOf = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f;

function startsH264Key(payload: Buffer): boolean {
  const type = unitTypeOf(payload);
  const second = payload[1] ?? 0;
  if (type === unitTypes.fuA) return (second & 0x80) !== 0 && (second & 0x1f) === unitTypes.idr;
  const inner = type === unitTypes.stapA ? (payload[3] ?? 0) & 0x1f : type;
  return inner === unitTypes.sps || inner === unitTypes.idr;
}

/** Whether a picture that needs no other begins with this payload. */
export function startsKeyFrame(codec: Codec, payload: Buffer): boolean {
  if (codec === 'H264') return startsH264Key(payload);
  if (codec !== 'VP8') return true;
  const vp8 = readVp8(payload);
  return vp8 !== null && vp8.startsFrame && ((vp8.data[0] ?? 1) & 1) === 0;
}

/** The full number of a 16-bit sequence number that lies near `newest`. */
export function unwrap(sequence: number, newest: number): number {
  const ahead = (sequence - newest) & 0xffff;
  return newest + (ahead < 0x8000 ? ahead : ahead - 0x10000);
}

/** How far 32-bit timestamp `later` lies after `earlier`; negative when before. */
export function timestampsBetween(earlier: number, later: number): number {
  return (later - earlier) | 0;
}
