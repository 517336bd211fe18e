/**
 * Converts HEIC photos to JPEG in a worker, so that the page stays responsive. Photos are converted one at a time, each in a new worker:
 * decoding a phone's photo takes a few hundred megabytes, which are freed when the worker ends.
 */
import * as limits from '@contract/kernel/limits';
import { HeicConversionError } from './heic-conversion-error';

/** Pixels along the longer side. Photos are never shown larger. */
const sideMax = 4096;
const timeout_ms = 60_000;

/** The message that the worker `/heic.js` posts. */
type WorkerResponse = { blob: Blob } | { problem: 'unreadable' | 'large' };

const conversionErrorMessage = (name: string, problem: 'unreadable' | 'large'): string =>
  problem === 'large'
    ? `${name} has more than ${String(limits.imagePixelsMax / 1_000_000)} million pixels. Choose a smaller photo.`
    : `Couldn’t read ${name}. Export it as JPEG and try again.`;

let queue: Promise<unknown> = Promise.resolve();

function convert(file: File, signal: AbortSignal | undefined): Promise<File> {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/heic.js');
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.terminate();
    };
    const fail = (problem: 'unreadable' | 'large'): void => {
      cleanUp();
      reject(new HeicConversionError(conversionErrorMessage(file.name, problem)));
    };
    const abort = (): void => {
      cleanUp();
      reject(new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => fail('unreadable'), timeout_ms);
    signal?.addEventListener('abort', abort);
    worker.addEventListener('error', () => fail('unreadable'));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      if ('problem' in data) {
        fail(data.problem);
        return;
      }
      cleanUp();
      const name = `${file.name.replace(/\.hei[cf]$/i, '')}.jpg`;
      resolve(new File([data.blob], name, { type: 'image/jpeg', lastModified: file.lastModified }));
    });
    worker.postMessage({ file, sideMax, pixelsMax: limits.imagePixelsMax });
  });
}

/** Converts a HEIC photo to an upright JPEG without EXIF data. Rejects as `toSupportedImage` does. */
export function toJpeg(file: File, signal?: AbortSignal): Promise<File> {
  const converted = queue.then(() => {
    if (signal?.aborted) throw new DOMException('stopped', 'AbortError');
    return convert(file, signal);
  });
  queue = converted.catch(() => undefined);
  return converted;
}
