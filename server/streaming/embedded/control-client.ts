/** The host's side of the engine's control port: every call ends in time, and what nobody answered is `EngineAway`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { EngineAway, callEnds_ms } from '../engine';
import { EventLine, RefusalBody, Refused, alive_ms, refusalStatus } from './wire';

export interface ControlClient {
  /** The answer's body as `shape`. @throws EngineAway, Refused */
  ask<T extends z.ZodType>(shape: T, method: string, path: string, body?: unknown): Promise<z.infer<T>>;
  /** As `ask`; null where there is no such thing. @throws EngineAway, Refused */
  find<T extends z.ZodType>(shape: T, path: string): Promise<z.infer<T> | null>;
  /** Asks for something without an answer's body. Answers false where there is no such thing. @throws EngineAway, Refused */
  act(method: string, path: string): Promise<boolean>;
  /** Hears the event stream until `signal`; it comes back whenever it breaks. */
  hear(line: (line: EventLine) => void, signal: AbortSignal): Promise<void>;
}

/** Answers are small, and the engine is near: whatever takes so long is gone or stuck, and the caller is told before its own time ends. */
const patience_ms = callEnds_ms - 1_000;
const again_ms = 200;
const lineLengthMax = 10_000;

export function controlClient(url: string, key: string): ControlClient {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience_ms),
    }).catch((error: unknown) => {
      throw new EngineAway('The live engine does not answer.', { cause: error });
    });
    if (response.status === refusalStatus) {
      const { refused, message } = RefusalBody.parse(await response.json());
      throw new Refused(refused, message);
    }
    if (response.status >= 500) throw new EngineAway(`The live engine answered ${response.status}.`);
    return response;
  };
  const assertDone = (response: Response, path: string): void => {
    if (!response.ok) throw new Error(`the live engine answered ${response.status} to ${path}`);
  };
  const bodyOf = async <T extends z.ZodType>(response: Response, shape: T, path: string): Promise<z.infer<T>> => {
    assertDone(response, path);
    return shape.parse(
      await response.json().catch((error: unknown) => {
        throw new EngineAway('The live engine broke off.', { cause: error });
      }),
    );
  };
  return {
    ask: async (shape, method, path, body) => bodyOf(await call(method, path, body), shape, path),
    find: async (shape, path) => {
      const response = await call('GET', path);
      return response.status === 404 ? null : bodyOf(response, shape, path);
    },
    act: async (method, path) => {
      const response = await call(method, path);
      if (response.status === 404) return false;
      assertDone(response, path);
      return true;
    },
    hear: async (line, signal) => {
      while (!signal.aborted) {
        await listen(`${url}/events`, key, line, signal).catch(() => undefined);
        await pause(again_ms, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
}

/** One listening; ends when the stream does, or says nothing for too long. */
async function listen(url: string, key: string, hear: (line: EventLine) => void, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), 2 * alive_ms);
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) return;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), 2 * alive_ms);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > lineLengthMax) return;
      for (const text of lines) {
        const line = EventLine.safeParse(JSON.parse(text));
        if (line.success) hear(line.data);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
