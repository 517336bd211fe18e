/** What engines that run elsewhere have in common: calls that end, and those who listen to what they tell. */
import { setTimeout as pause } from 'node:timers/promises';
import { EngineAway, type EngineEvent, type StreamingEngine } from './engine';

export interface CallTiming {
  /** How long one request may keep silent. */
  attempt_ms: number;
  /** After this a call ends, however many requests it made. */
  whole_ms: number;
}

/** Together below `callEnds_ms`. */
export const callTiming: CallTiming = { attempt_ms: 4_000, whole_ms: 4_500 };

/** Makes a call end in time: with its answer, or with EngineAway. */
export async function bounded<T>({ whole_ms }: CallTiming, name: string, work: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  const late = pause(whole_ms, null, { signal: end.signal }).then(
    () => {
      throw new EngineAway(`${name} did not answer in time`);
    },
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work(), late]);
  } finally {
    end.abort();
  }
}

/** What a service that was not there, or refused, makes of a call. */
export const awayBy = (name: string, error: unknown): EngineAway =>
  new EngineAway(`${name}: ${error instanceof Error ? error.message : 'no answer'}`, { cause: error });

/** The room that is asked about where only the answer counts; nobody is ever in it. */
export const probe = 'footlight-is-up';

/** Whether `ask` is answered. */
export async function isAnswered(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof EngineAway) return false;
    throw error;
  }
}

export interface Listeners extends Pick<StreamingEngine, 'listen'> {
  tell(event: EngineEvent): void;
}

/** Those who hear what an engine has to tell. */
export function listeners(): Listeners {
  const hearing = new Set<(event: EngineEvent) => void>();
  return {
    listen: (hear) => {
      // The same function may listen twice, and each time ends by itself.
      const one = (event: EngineEvent): void => hear(event);
      hearing.add(one);
      return () => void hearing.delete(one);
    },
    tell: (event) => {
      for (const hear of hearing) hear(event);
    },
  };
}

/** For engines whose recordings would end up elsewhere than on the host's disk. */
export const recordsNothing: Pick<StreamingEngine, 'canRecord' | 'startRecording' | 'stopRecording' | 'recordingState'> = {
  canRecord: false,
  startRecording: async () => {
    throw new Error('this engine does not record');
  },
  stopRecording: async () => undefined,
  recordingState: async () => ({ status: 'none' }),
};
