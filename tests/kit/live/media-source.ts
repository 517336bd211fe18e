/** What a publisher of a test sends: a film, or packets that say when they were sent. Neither needs a camera. */
import { readPictures, readSounds } from './clip';

export interface Picture {
  isKey: boolean;
  /** VP8, as it stands behind the payload descriptor. */
  parts: Buffer[];
}

/** Gives one picture or sound after the other, without end. */
export interface Film {
  picture(isKeyWanted: boolean): Picture;
  sound(): Buffer;
}

const part_bytes_max = 1_100;

function partsOf(picture: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < picture.length; at += part_bytes_max) parts.push(picture.subarray(at, at + part_bytes_max));
  return parts;
}

/** The film in `files`, from its beginning each time that it ends; whole pictures come when the film has them. */
export async function clipFilm(files: { video: string; audio: string }): Promise<Film> {
  const [pictures, sounds] = [await readPictures(files.video), await readSounds(files.audio)];
  let [nextPicture, nextSound] = [0, 0];
  return {
    picture: () => {
      const picture = pictures[nextPicture++ % pictures.length] ?? Buffer.alloc(0);
      return { isKey: ((picture[0] ?? 1) & 1) === 0, parts: partsOf(picture) };
    },
    sound: () => sounds[nextSound++ % sounds.length] ?? Buffer.alloc(0),
  };
}

const partsPerPicture = 4;
/** Where a packet of no film says when it was sent, from the beginning of its payload. */
export const sentAt_offset = 4;

/** Packets of the size that `bits_per_s` makes at `framesPerSecond`; whole ones on demand. */
export function plainFilm(bits_per_s: number, framesPerSecond: number): Film {
  const part_bytes = Math.max(20, Math.round(bits_per_s / 8 / framesPerSecond / partsPerPicture));
  let isFirst = true;
  return {
    picture: (isKeyWanted) => {
      const isKey = isKeyWanted || isFirst;
      isFirst = false;
      const parts = Array.from({ length: partsPerPicture }, () => Buffer.alloc(part_bytes, 7));
      if (parts[0]) parts[0][0] = isKey ? 0 : 1;
      for (const part of parts) part.writeDoubleBE(performance.timeOrigin + performance.now(), sentAt_offset);
      return { isKey, parts };
    },
    sound: () => Buffer.alloc(80, 7),
  };
}
