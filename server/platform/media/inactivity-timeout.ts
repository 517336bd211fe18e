/** Inactivity timeouts for the object store: a transfer may take any time while it progresses. */
import { pipeline, Transform, type Readable } from 'node:stream';

/** Has the code of a connection timeout, so that it becomes service_unavailable. */
class InactivityTimeout extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(timeout_ms: number) {
    super(`no data from storage for ${String(timeout_ms)} ms`);
  }
}

/** Calls `onChunk` for each chunk that passes. */
function observed(onChunk: () => void): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      onChunk();
      done(null, chunk);
    },
  });
}

/**
 * Runs `call` and returns its result. Aborts it after `timeout_ms` without progress. With a `body`, each chunk that the store accepts
 * is progress, so that a large upload may take longer.
 */
export async function withInactivityTimeout<T, B extends Uint8Array | Readable | null>(
  timeout_ms: number,
  body: B,
  call: (body: B | Transform, abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new InactivityTimeout(timeout_ms)), timeout_ms);
  const onChunk = (): void => void timer.refresh();
  const observedBody = observed(onChunk);
  const isInMemory = body === null || body instanceof Uint8Array;
  if (!isInMemory) pipeline(body, observedBody, () => undefined);
  try {
    return await call(isInMemory ? body : observedBody, controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    // Closes the source if it was not read to its end.
    observedBody.destroy();
  }
}

/** The bytes of `source`, with an error after `timeout_ms` without data. A slow reader does not cause it. */
export function readWithInactivityTimeout(source: Readable, timeout_ms: number): Readable {
  let isWaiting = false;
  const bytes = observed(() => (isWaiting = false));
  const timer = setInterval(() => {
    if (isWaiting && !bytes.writableNeedDrain) source.destroy(new InactivityTimeout(timeout_ms));
    isWaiting = true;
  }, timeout_ms);
  timer.unref();
  pipeline(source, bytes, () => clearInterval(timer));
  return bytes;
}
