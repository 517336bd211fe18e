/** What a test publisher sends: a film, or synthetic packets that contain the time of sending. */
import { readFrames, readAudioPackets } from './clip';

export interface Frame {
  isKey: boolean;
  /** VP8 data without the payload descriptor. */
  parts: Buffer[];
}

/** Gives frames and audio packets, without end. */
export interface MediaSource {
  nextFrame(isKeyRequested: boolean): Frame;
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
  const [frames, audioPackets] = [await readFrames(files.video), await readAudioPackets(files.audio)];
  let [frameIndex, audioPacketIndex] = [0, 0];
  return {
    nextFrame: () => {
      const frame = frames[frameIndex++ % frames.length] ?? Buffer.alloc(0);
      return { isKey: ((frame[0] ?? 1) & 1) === 0, parts: partsOf(frame) };
    },
    nextAudioPacket: () => audioPackets[audioPacketIndex++ % audioPackets.length] ?? Buffer.alloc(0),
  };
}

const partsPerFrame = 4;
/** The offset in bytes at which the parts of a synthetic film have the time of sending, in ms since 1970 as a double. */
export const sentAt_offset = 4;

/** Parts of the size that `bits_per_s` gives at `framesPerSecond`; key frames on request. */
export function syntheticFilm(bits_per_s: number, framesPerSecond: number): MediaSource {
  const part_bytes = Math.max(20, Math.round(bits_per_s / 8 / framesPerSecond / partsPerFrame));
  let isFirst = true;
  return {
    nextFrame: (isKeyRequested) => {
      const isKey = isKeyRequested || isFirst;
      isFirst = false;
      const parts = Array.from({ length: partsPerFrame }, () => Buffer.alloc(part_bytes, 7));
      if (parts[0]) parts[0][0] = isKey ? 0 : 1;
      for (const part of parts) part.writeDoubleBE(performance.timeOrigin + performance.now(), sentAt_offset);
      return { isKey, parts };
    },
    nextAudioPacket: () => Buffer.alloc(80, 7),
  };
}
