/** H.264: from RTP packets (RFC 6184) to NAL units, and to the length-prefixed form (AVCC) that files contain. */
import { nalTypeOf, nalTypes } from '../rtp';

/** Appends a packet's NAL units to `nalUnits`; a fragment is appended to the fragments before it. */
export function appendNalUnits(nalUnits: Buffer[], payload: Buffer): void {
  const [first = 0, second = 0] = payload;
  if (nalTypeOf(payload) === nalTypes.fuA) {
    if (second & 0x80) nalUnits.push(Buffer.concat([Buffer.from([(first & 0xe0) | (second & 0x1f)]), payload.subarray(2)]));
    else nalUnits.push(Buffer.concat([nalUnits.pop() ?? Buffer.alloc(0), payload.subarray(2)]));
  } else if (nalTypeOf(payload) === nalTypes.stapA) {
    for (let at = 1; at + 2 <= payload.length;) {
      const end = at + 2 + payload.readUInt16BE(at);
      nalUnits.push(payload.subarray(at + 2, end));
      at = end;
    }
  } else nalUnits.push(payload);
}

export const isKeyFrame = (nalUnits: Buffer[]): boolean => nalUnits.some((nalUnit) => nalTypeOf(nalUnit) === nalTypes.idr);

/** The NAL units, each after its 32-bit length. */
export function lengthPrefixed(nalUnits: Buffer[]): Buffer {
  return Buffer.concat(
    nalUnits.flatMap((nalUnit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(nalUnit.length);
      return [length, nalUnit];
    }),
  );
}

/** The decoder configuration (`avcC`) from the SPS and PPS of a key frame; null when it has none. */
export function avcConfigOf(nalUnits: Buffer[]): Buffer | null {
  const sps = nalUnits.find((nalUnit) => nalTypeOf(nalUnit) === nalTypes.sps);
  const pps = nalUnits.find((nalUnit) => nalTypeOf(nalUnit) === nalTypes.pps);
  if (!sps || !pps || sps.length < 4) return null;
  const prefixed = (nalUnit: Buffer): Buffer => Buffer.concat([Buffer.from([nalUnit.length >> 8, nalUnit.length & 0xff]), nalUnit]);
  const header = Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]);
  return Buffer.concat([header, prefixed(sps), Buffer.from([1]), prefixed(pps)]);
}
