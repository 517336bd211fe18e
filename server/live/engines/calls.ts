/** Shared helpers of remote engines: bounded calls and event listeners. */
import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable, type EngineEvent, type StreamingEngine } from './engine';

export interface CallTiming {
  /** The timeout of a single request. */
  attempt_ms: number;
  /** The timeout of a whole call, including all its requests. */
  whole_ms: number;
}

/** Stays below `callTimeout_ms`. */
export const callTiming: CallTiming = { attempt_ms: 4_000, whole_ms: 4_500 };

/** Bounds a call: it returns its result or throws EngineUnavailable in time. */
export async function withTimeout<T>({ whole_ms }: CallTiming, name: string, work: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  const timeout = pause(whole_ms, null, { signal: end.signal }).then(
    () => {
      throw new EngineUnavailable(`${name} did not respond in time`);
    },
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    end.abort();
  }
}

/** Wraps the error of a call whose service was unreachable or returned an error. */
export const toEngineUnavailable = (name: string, error: unknown): EngineUnavailable =>
  new EngineUnavailable(`${name}: ${error instanceof Error ? error.message : 'no response'}`, { cause: error });

/** The name of a room that never exists, used for health checks. */
export const healthCheckRoom = 'footlight-is-up';

/** Whether `call` succeeds. Errors other than EngineUnavailable are thrown. */
export async function succeeds(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof EngineUnavailable) return false;
    throw error;
  }
}

export interface Listeners extends Pick<StreamingEngine, 'listen'> {
  emit(event: EngineEvent): void;
}

/** A registry of event listeners. */
export function listeners(): Listeners {
  const registered = new Set<(event: EngineEvent) => void>();
  return {
    listen: (handler) => {
      // Wrapped, so that the same function can subscribe twice and unsubscribe separately.
      const listener = (event: EngineEvent): void => handler(event);
      registered.add(listener);
      return () => void registered.delete(listener);
    },
    emit: (event) => {
      for (const listener of registered) listener(event);
    },
  };
}

/** For engines that cannot record to the disk of the API server. */
export const noRecording: Pick<StreamingEngine, 'canRecord' | 'startRecording' | 'stopRecording' | 'recordingState'> = {
  canRecord: false,
  startRecording: async () => {
    throw new Error('this engine does not record');
  },
  stopRecording: async () => undefined,
  recordingState: async () => ({ status: 'none' }),
};
