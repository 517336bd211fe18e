/** The application's client of the engine's control port. A call without a response in time throws the error that `unreachable` creates. */
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { EventLine, RejectionBody, RejectedError, keepAlive_ms, rejectionStatus } from './wire';

export interface ControlClient {
  /** Returns the response body, parsed with `shape`. @throws the error of `unreachable`, RejectedError */
  request<T extends z.ZodType>(shape: T, method: string, path: string, body?: unknown): Promise<z.infer<T>>;
  /** As `request`, but returns null on 404. @throws the error of `unreachable`, RejectedError */
  find<T extends z.ZodType>(shape: T, path: string): Promise<z.infer<T> | null>;
  /** Makes a call whose response has no body. Returns false on 404. @throws the error of `unreachable`, RejectedError */
  act(method: string, path: string): Promise<boolean>;
  /** Reads the event stream until `signal` aborts; reconnects whenever the stream breaks. */
  subscribe(onEvent: (event: EventLine) => void, signal: AbortSignal): Promise<void>;
}

const reconnect_ms = 200;
const lineLengthMax = 10_000;

export interface ControlClientOptions {
  /** Base URL of the control port, e.g. `http://127.0.0.1:40001`. */
  url: string;
  key: string;
  /** Timeout of a call. Responses are small, and the engine is on the same machine. */
  timeout_ms: number;
  /** Creates the error of a call without a response. The engine may or may not have carried the call out. */
  unreachable(message: string, options?: ErrorOptions): Error;
}

/** Opens no connection before the first call. */
export function controlClient({ url, key, timeout_ms, unreachable }: ControlClientOptions): ControlClient {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout_ms),
    }).catch((error: unknown) => {
      throw unreachable('The live engine does not answer.', { cause: error });
    });
    if (response.status === rejectionStatus) {
      const { refused, message } = RejectionBody.parse(await response.json());
      throw new RejectedError(refused, message);
    }
    if (response.status >= 500) throw unreachable(`The live engine answered ${response.status}.`);
    return response;
  };
  const assertOk = (response: Response, path: string): void => {
    if (!response.ok) throw new Error(`the live engine answered ${response.status} to ${path}`);
  };
  const bodyOf = async <T extends z.ZodType>(response: Response, shape: T, path: string): Promise<z.infer<T>> => {
    assertOk(response, path);
    return shape.parse(
      await response.json().catch((error: unknown) => {
        throw unreachable('The live engine broke off.', { cause: error });
      }),
    );
  };
  return {
    request: async (shape, method, path, body) => bodyOf(await call(method, path, body), shape, path),
    find: async (shape, path) => {
      const response = await call('GET', path);
      return response.status === 404 ? null : bodyOf(response, shape, path);
    },
    act: async (method, path) => {
      const response = await call(method, path);
      if (response.status === 404) return false;
      assertOk(response, path);
      return true;
    },
    subscribe: async (onEvent, signal) => {
      while (!signal.aborted) {
        await readEvents(`${url}/events`, key, onEvent, signal).catch(() => undefined);
        await pause(reconnect_ms, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
}

/** Reads one connection's events. Returns when the stream ends or is idle for too long. */
async function readEvents(url: string, key: string, onEvent: (event: EventLine) => void, signal: AbortSignal): Promise<void> {
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), 2 * keepAlive_ms);
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, idle.signal]),
    });
    if (!response.ok || !response.body) return;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), 2 * keepAlive_ms);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > lineLengthMax) return;
      for (const text of lines) {
        const event = EventLine.safeParse(JSON.parse(text));
        if (event.success) onEvent(event.data);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
