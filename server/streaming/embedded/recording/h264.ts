/** Pictures of H.264: from packets (RFC 6184) to the units that a file keeps, each behind its length. */
import { unitTypeOf, unitTypes } from '../rtp';

/** Takes a packet's units into `units`; a piece of a large one is put behind the pieces before it. */
export function takeUnits(units: Buffer[], payload: Buffer): void {
  const [first = 0, second = 0] = payload;
  if (unitTypeOf(payload) === unitTypes.fuA) {
    if (second & 0x80) units.push(Buffer.concat([Buffer.from([(first & 0xe0) | (second & 0x1f)]), payload.subarray(2)]));
    else units.push(Buffer.concat([units.pop() ?? Buffer.alloc(0), payload.subarray(2)]));
  } else if (unitTypeOf(payload) === unitTypes.stapA) {
    for (let at = 1; at + 2 <= payload.length;) {
      const end = at + 2 + payload.readUInt16BE(at);
      units.push(payload.subarray(at + 2, end));
      at = end;
    }
  } else units.push(payload);
}

export const isKeyPicture = (units: Buffer[]): boolean => units.some((unit) => unitTypeOf(unit) === unitTypes.idr);

/** The units as a file has them. */
export function pictureOf(units: Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}

/** What a decoder is told before the first picture (`avcC`), from a key picture that brings it along; null when it does not. */
export function setupOf(units: Buffer[]): Buffer | null {
  const sps = units.find((unit) => unitTypeOf(unit) === unitTypes.sps);
  const pps = units.find((unit) => unitTypeOf(unit) === unitTypes.pps);
  if (!sps || !pps || sps.length < 4) return null;
  const sized = (unit: Buffer): Buffer => Buffer.concat([Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]);
  const head = Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]);
  return Buffer.concat([head, sized(sps), Buffer.from([1]), sized(pps)]);
}
