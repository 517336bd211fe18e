/** What a test publisher sends: a film, or packets with the time of sending. Neither needs a camera. */
import { readFrames, readAudioPackets } from './clip';

export interface Frame {
  isKey: boolean;
  /** VP8 data without the payload descriptor. */
  parts: Buffer[];
}

/** Gives frames and audio packets, without end. */
export interface MediaSource {
  nextFrame(isKeyWanted: boolean): Frame;
  nextAudioPacket(): Buffer;
}

const part_bytes_max = 1_100;

function partsOf(frame: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < frame.length; at += part_bytes_max) parts.push(frame.subarray(at, at + part_bytes_max));
  return parts;
}

/** The film in `files`, in a loop; key frames come only where the film has them. */
export async function clipFilm(files: { video: string; audio: string }): Promise<MediaSource> {
  const [pictures, sounds] = [await readFrames(files.video), await readAudioPackets(files.audio)];
  let [nextPicture, nextSound] = [0, 0];
  return {
    nextFrame: () => {
      const frame = pictures[nextPicture++ % pictures.length] ?? Buffer.alloc(0);
      return { isKey: ((frame[0] ?? 1) & 1) === 0, parts: partsOf(frame) };
    },
    nextAudioPacket: () => sounds[nextSound++ % sounds.length] ?? Buffer.alloc(0),
  };
}

const partsPerPicture = 4;
/** The offset in a payload at which packets of a plain film have the time of sending. */
export const sentAt_offset = 4;

/** Packets of the size that `bits_per_s` gives at `framesPerSecond`; key frames on request. */
export function syntheticFilm(bits_per_s: number, framesPerSecond: number): MediaSource {
  const part_bytes = Math.max(20, Math.round(bits_per_s / 8 / framesPerSecond / partsPerPicture));
  let isFirst = true;
  return {
    nextFrame: (isKeyWanted) => {
      const isKey = isKeyWanted || isFirst;
      isFirst = false;
      const parts = Array.from({ length: partsPerPicture }, () => Buffer.alloc(part_bytes, 7));
      if (parts[0]) parts[0][0] = isKey ? 0 : 1;
      for (const part of parts) part.writeDoubleBE(performance.timeOrigin + performance.now(), sentAt_offset);
      return { isKey, parts };
    },
    nextAudioPacket: () => Buffer.alloc(80, 7),
  };
}
