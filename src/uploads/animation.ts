/** Warns people who upload an animated image as a photo: the server stores only the first frame. */
import { showToast } from '@web/ui/feedback/toast-queue';

const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCodePoint(...bytes.subarray(from, Math.min(bytes.length, from + length)));

const pngHead_bytes = 65_536;
/** A block terminator followed by a graphic control extension, which precedes each frame of an animated GIF. */
const gifFrameStart = [0x00, 0x21, 0xf9, 0x04];

function occurrencesOf(sequence: readonly number[], bytes: Uint8Array): number {
  const [first = 0] = sequence;
  let count = 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (sequence.every((byte, index) => bytes[at + index] === byte)) count += 1;
  return count;
}

/** Whether it is a WebP in the extended format (VP8X). Other WebP files have a single frame. */
const isExtendedWebP = (bytes: Uint8Array): boolean => textAt(bytes, 8, 8) === 'WEBPVP8X';

/** Whether these are the bytes of an image with several frames. */
export function isAnimation(bytes: Uint8Array): boolean {
  if (textAt(bytes, 0, 4) === 'GIF8') return occurrencesOf(gifFrameStart, bytes) > 1;
  if (textAt(bytes, 1, 3) === 'PNG') {
    // The animation control chunk (acTL) comes before the first IDAT.
    const [before = ''] = textAt(bytes, 0, pngHead_bytes).split('IDAT');
    return before.includes('acTL');
  }
  if (isExtendedWebP(bytes)) return ((bytes[20] ?? 0) & 0x02) !== 0;
  return textAt(bytes, 4, 8) === 'ftypavis';
}

function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsArrayBuffer(file);
  });
}

/** Shows a toast if `file` is animated. An unreadable file is left to the server. */
export async function warnIfAnimated(file: File): Promise<void> {
  const bytes = await bytesOf(file).catch(() => new Uint8Array());
  if (!isAnimation(bytes)) return;
  showToast({
    tone: 'plain',
    // The server cannot read an animated WebP as a video.
    text: isExtendedWebP(bytes)
      ? `${file.name} is animated, but photos show only the first frame. To keep the animation, save it as GIF or MP4 and upload it as a video.`
      : `${file.name} is animated, but photos show only the first frame. To keep the animation, upload it as a video.`,
  });
}
