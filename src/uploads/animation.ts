/** Telling people who choose an animated picture as a photo what becomes of it. The host keeps the first frame of a photo. */
import { showToast } from '@web/ui/feedback/toast-queue';

const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCodePoint(...bytes.subarray(from, Math.min(bytes.length, from + length)));

const headLength = 65_536;
/** A block that says how long a frame of a GIF is shown, behind the end of another block. */
const frameOfGif = [0x00, 0x21, 0xf9, 0x04];

function countOf(part: readonly number[], bytes: Uint8Array): number {
  const [first = 0] = part;
  let count = 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (part.every((byte, index) => bytes[at + index] === byte)) count += 1;
  return count;
}

/** Whether these are the bytes of a picture with several frames. */
export function isAnimation(bytes: Uint8Array): boolean {
  if (textAt(bytes, 0, 4) === 'GIF8') return countOf(frameOfGif, bytes) > 1;
  if (textAt(bytes, 1, 3) === 'PNG') {
    // What announces frames stands before the first picture.
    const [before = ''] = textAt(bytes, 0, headLength).split('IDAT');
    return before.includes('acTL');
  }
  if (textAt(bytes, 8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 0x02) !== 0;
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

/** Says it where `file` is animated; what cannot be read is left to the host. */
export async function sayWhenAnimated(file: File): Promise<void> {
  const bytes = await bytesOf(file).catch(() => new Uint8Array());
  if (!isAnimation(bytes)) return;
  showToast({
    tone: 'plain',
    text: `${file.name} is animated. Photos show only the first frame: to keep it moving, upload it as a video.`,
  });
}
