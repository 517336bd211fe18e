/**
 * The browser's only HTTP client. It sends requests with the session's token, and resolves to `data` or throws `ApiError`.
 * It never redirects and shows nothing: errors are passed to listeners, which the shell registers.
 */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/kernel/endpoint';
import type { Call } from './call';
import { offlineError, ApiError } from './api-error';
import type * as transportModule from './transport';

type ApiErrorListener = (error: ApiError, token: string | undefined) => void;

let apiUrl = '';
const listeners = new Set<ApiErrorListener>();

/** The offline cache of responses, present while someone is signed in. */
export interface ResponseCache {
  store: <N extends Name>(name: N, input: Input<Api[N]>, response: unknown, withImages?: boolean) => void;
  /** The cached response to use after `error`; undefined if there is none. */
  find: <N extends Name>(name: N, input: Input<Api[N]>, error: unknown) => Promise<unknown>;
}

export const offlineCache: { current?: ResponseCache | undefined } = {};

/** Sets the API's origin, from the served page. It is known at run time only, not at build time. */
export function setApiUrl(url: string): void {
  apiUrl = url;
}

/** Calls `listener` with every error and the token that was sent. Returns the function that unsubscribes. */
export function onApiError(listener: ApiErrorListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let transport: Promise<typeof transportModule> | undefined;

/** Loaded with the first call, since a guest's first page already has its data. A failed load is retried by the next call. */
function loadTransport() {
  transport ??= import('./transport').catch(() => {
    transport = undefined;
    throw offlineError();
  });
  return transport;
}

/** The browser's `Call`, for the session in the cookie. */
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
      outlivesPage: options.outlivesPage,
    });
    offlineCache.current?.store(name, input, data);
    // The server encodes its response with the contract's schema for this name, so the cast is safe.
    return data as never;
  } catch (error) {
    const cached = await offlineCache.current?.find(name, input, error);
    if (cached !== undefined) return cached as never;
    if (error instanceof ApiError && options.token === undefined) for (const listener of listeners) listener(error, stored);
    throw error;
  }
};
