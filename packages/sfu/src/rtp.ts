/** Reads RTP packets from the network. They may contain anything, so every length is checked before use. */

export type MediaKind = 'audio' | 'video';
export type Codec = 'opus' | 'VP8' | 'H264';

export const clockRates: Readonly<Record<MediaKind, number>> = { audio: 48_000, video: 90_000 };

export interface RtpPacket {
  payloadType: number;
  /** The marker bit, which ends a video frame. */
  isMarked: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** Without header, extension and padding. */
  payload: Buffer;
}

const header_bytes = 12;

/** Whether a packet of the shared port is RTCP (RFC 5761): media never uses payload types 64 to 95. */
export function isRtcp(packet: Buffer): boolean {
  const type = (packet[1] ?? 0) & 0x7f;
  return type >= 64 && type <= 95;
}

/** The parsed packet; null when it is not valid RTP. */
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

/** The VP8 data after the payload descriptor (RFC 7741), and whether a frame begins there. */
export function readVp8(payload: Buffer): { isFrameStart: boolean; data: Buffer } | null {
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
  return { isFrameStart: (first & 0x10) !== 0 && (first & 0x07) === 0, data: payload.subarray(at) };
}

/** H.264 NAL unit types, and those of packets with several units (STAP-A) or a fragment of one (FU-A) (RFC 6184). */
export const nalTypes = { idr: 5, sps: 7, pps: 8, stapA: 24, fuA: 28 };
export const nalTypeOf = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f;

function startsH264KeyFrame(payload: Buffer): boolean {
  const type = nalTypeOf(payload);
  const second = payload[1] ?? 0;
  if (type === nalTypes.fuA) return (second & 0x80) !== 0 && (second & 0x1f) === nalTypes.idr;
  const inner = type === nalTypes.stapA ? (payload[3] ?? 0) & 0x1f : type;
  return inner === nalTypes.sps || inner === nalTypes.idr;
}

/** Whether a key frame begins with this payload. Always true for audio. */
export function startsKeyFrame(codec: Codec, payload: Buffer): boolean {
  if (codec === 'H264') return startsH264KeyFrame(payload);
  if (codec !== 'VP8') return true;
  const vp8 = readVp8(payload);
  return vp8 !== null && vp8.isFrameStart && ((vp8.data[0] ?? 1) & 1) === 0;
}

/** Unwraps a 16-bit sequence number to the full number nearest to `newest`. */
export function unwrap(sequence: number, newest: number): number {
  const ahead = (sequence - newest) & 0xffff;
  return newest + (ahead < 0x8000 ? ahead : ahead - 0x10000);
}

/** The difference of two wrapping 32-bit timestamps; negative when `later` is before `earlier`. */
export function timestampsBetween(earlier: number, later: number): number {
  return (later - earlier) | 0;
}
