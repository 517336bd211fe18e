/** Bounds on a store that says nothing: what moves may take as long as it likes, what stands still is given up. */
import { pipeline, Transform, type Readable } from 'node:stream';

/** Refused like a connection that timed out: the host answers that the service is away. */
class StoreSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silence_ms: number) {
    super(`the store said nothing for ${String(silence_ms)} ms`);
  }
}

/** Calls `moved` for each chunk that passes. */
function watched(moved: () => void): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      moved();
      done(null, chunk);
    },
  });
}

/**
 * Does `call`, and aborts it after `silence_ms` without progress. With a `body`, each chunk that the store takes is progress, so
 * that a large one may take its time.
 */
export async function unlessSilent<T, B extends Uint8Array | Readable | null>(
  silence_ms: number,
  body: B,
  call: (body: B | Transform, abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new StoreSilent(silence_ms)), silence_ms);
  const moved = (): void => void timer.refresh();
  const flow = watched(moved);
  const isAtHand = body === null || body instanceof Uint8Array;
  if (!isAtHand) pipeline(body, flow, () => undefined);
  try {
    return await call(isAtHand ? body : flow, controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    // A file that was not sent to its end is closed.
    flow.destroy();
  }
}

/** The bytes of `source`, which fail once it has been silent for `silence_ms`. A reader that is slow itself breaks nothing. */
export function readUnlessSilent(source: Readable, silence_ms: number): Readable {
  let isWaiting = false;
  const bytes = watched(() => (isWaiting = false));
  const timer = setInterval(() => {
    if (isWaiting && !bytes.writableNeedDrain) source.destroy(new StoreSilent(silence_ms));
    isWaiting = true;
  }, silence_ms);
  timer.unref();
  pipeline(source, bytes, () => clearInterval(timer));
  return bytes;
}
