/**
 * The browser's HTTP client, the only one. It reads the session's token, sends, and gives `data` or throws `Refused`.
 * It never redirects and shows nothing: refusals are told to whoever listens, and that is the shell.
 */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/endpoint';
import type { Call } from './call';
import { offline, Refused } from './api-error';
import type * as Wire from './transport';

type RefusalListener = (refused: Refused, token: string | undefined) => void;

let apiUrl = '';
const listeners = new Set<RefusalListener>();

/** What keeps answers, and finds them again when the host cannot be reached; there is one while somebody is signed in. */
export interface Keeper {
  keep: <N extends Name>(name: N, input: Input<Api[N]>, answer: unknown, withPictures?: boolean) => void;
  /** What stands in for the answer after `error`; undefined for nothing. */
  find: <N extends Name>(name: N, input: Input<Api[N]>, error: unknown) => Promise<unknown>;
}

export const keeping: { by?: Keeper | undefined } = {};

/** Where the host is, as the page that was served says: known at run time, never at build time. */
export function reachHostAt(url: string): void {
  apiUrl = url;
}

/** `listener` hears of every refusal, with the token that was sent. Returns how to stop listening. */
export function onRefused(listener: RefusalListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let transport: Promise<typeof Wire> | undefined;

/** Loaded with the first call: a guest's first page has its data already and does not need it. What failed is tried again. */
function loadTransport() {
  transport ??= import('./transport').catch(() => {
    transport = undefined;
    throw offline();
  });
  return transport;
}

/** The browser's `Call`, for the person whose session the cookie holds. */
export const call: Call = async (name, input, options = {}) => {
  const stored = Cookies.get(cookies.session);
  const identity = { token: options.token ?? stored, idempotencyKey: options.idempotencyKey };
  try {
    const { send } = await loadTransport();
    const data = await send(name, input, identity, {
      baseURL: apiUrl,
      extra: { withCredentials: true },
      signal: options.signal,
      onProgress: options.onProgress,
    });
    keeping.by?.keep(name, input, data);
    // The host has encoded its answer by the contract's schema for this name; the two sides are built from one source.
    return data as never;
  } catch (error) {
    const kept = await keeping.by?.find(name, input, error);
    if (kept !== undefined) return kept as never;
    if (error instanceof Refused && options.token === undefined) for (const listener of listeners) listener(error, stored);
    throw error;
  }
};
