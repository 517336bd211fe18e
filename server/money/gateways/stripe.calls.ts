/**
 * How Stripe is called: in bounded time, and with every failure sorted into the two that the face knows. The SDK alone would wait
 * 80 s, give up at once when Stripe says that it is busy, and try a broken connection again by itself (with the same key).
 */
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { GatewayAway, GatewayRefused, type RefusalReason } from './gateway';

export interface CallTiming {
  /** How long one request may keep silent. */
  attempt_ms: number;
  /** After this a call ends, however many requests it made. */
  whole_ms: number;
  /** Pauses before the same request is made again when Stripe is busy; as many tries as pauses. */
  busyPauses_ms: readonly number[];
}

/** Banks take up to ten seconds for a charge; together below `callEnds_ms`. */
export const callTiming: CallTiming = { attempt_ms: 11_500, whole_ms: 13_000, busyPauses_ms: [400, 1_200] };

const { StripeError, StripeRateLimitError, StripeIdempotencyError, StripeAuthenticationError, StripePermissionError } = Stripe.errors;
export type Refused = InstanceType<typeof StripeError>;

/** Opens the SDK at `apiBase`, an origin. */
export function openStripe(secretKey: string, apiBase: string, timing: CallTiming): Stripe {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port: port === '' ? (isPlain ? '80' : '443') : port,
    protocol: isPlain ? 'http' : 'https',
    timeout: timing.attempt_ms,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** One call of a verb: the requests that it makes share its time. */
export interface Call {
  /** Makes a request; a refusal of Stripe's comes back as its error. Throws GatewayAway when the outcome is unknown. */
  ask<T>(request: () => Promise<T>): Promise<T | Refused>;
  /** Makes a request that has no refusal of its own: Stripe's are thrown as GatewayRefused. */
  need<T>(request: () => Promise<T>): Promise<T>;
}

/** Makes a verb end in time: with its answer, or with GatewayAway. No request is begun after the end. */
export function bounded<O, R>(timing: CallTiming, verb: (call: Call, order: O) => Promise<R>): (order: O) => Promise<R> {
  return async (order) => {
    let isOver = false;
    const end = new AbortController();
    const ask = async <T>(request: () => Promise<T>): Promise<T | Refused> => {
      const pauses = [...timing.busyPauses_ms];
      for (;;) {
        if (isOver) throw new GatewayAway('Stripe did not answer in time');
        try {
          return await request();
        } catch (error) {
          const pause_ms = isBusy(error) ? pauses.shift() : undefined;
          if (pause_ms === undefined) return refusalOf(error);
          await pause(pause_ms);
        }
      }
    };
    const need = async <T>(request: () => Promise<T>): Promise<T> => {
      const answer = await ask(request);
      if (isRefused(answer)) throw gatewayRefused(answer);
      return answer;
    };
    const late = pause(timing.whole_ms, null, { signal: end.signal }).then(
      () => {
        isOver = true;
        throw new GatewayAway('Stripe did not answer in time');
      },
      () => new Promise<never>(() => undefined),
    );
    try {
      return await Promise.race([verb({ ask, need }, order), late]);
    } finally {
      end.abort();
    }
  };
}

/** How many keys one act may have used up by failures inside Stripe. */
const keysMax = 9;

/**
 * Acts once for `key`, although Stripe may keep a failure of its own under it: then what it knows of the act is looked up by
 * `known`, where anybody minds that it is done twice, and only when there is nothing, `act` is asked for under the next key. That key is the same for whoever asks, so that
 * two who ask at once act once. Throws GatewayAway when the outcome is unknown.
 */
export async function once<T, K = never>(
  key: string,
  act: (idempotencyKey: string) => Promise<T>,
  known?: () => Promise<K | null>,
): Promise<T | K> {
  for (let turn = 1; turn < keysMax; turn += 1) {
    try {
      return await act(turn === 1 ? key : `${key}:${String(turn)}`);
    } catch (error) {
      if (!(error instanceof StoredFailure)) throw error;
      const found = (await known?.()) ?? null;
      if (found !== null) return found;
    }
  }
  throw new GatewayAway(`Stripe failed ${String(keysMax)} times`);
}

/** Whether an answer of `ask` is Stripe's refusal. */
export function isRefused(answer: unknown): answer is Refused {
  return answer instanceof StripeError;
}

/** The face's error for a refusal of Stripe's that no outcome stands for. */
export function gatewayRefused(refused: Refused): GatewayRefused {
  return new GatewayRefused(reasonOf(refused), `Stripe: ${refused.message}`);
}

function reasonOf(refused: Refused): RefusalReason {
  if (isBusy(refused)) return 'busy';
  if (refused instanceof StripeIdempotencyError) return 'key_reused';
  if (refused.code === 'resource_missing' || refused.code === 'account_invalid') return 'unknown';
  if (refused instanceof StripeAuthenticationError || refused instanceof StripePermissionError) return 'keys';
  return 'request';
}

const isBusy = (error: unknown): boolean => error instanceof StripeRateLimitError;

/** Statuses that say that nothing was done. The others tell nothing: 409, for one, is the same act still running. */
const refusals = new Set([400, 401, 402, 403, 404, 429]);

/** Stripe failed inside the first time, and answers so for as long as it keeps the key: asking again under it is in vain. */
class StoredFailure extends GatewayAway {}

function refusalOf(error: unknown): Refused {
  if (!isRefused(error)) throw error;
  const isReplayed = error.headers?.['idempotent-replayed'] === 'true';
  if (isReplayed && (error.statusCode ?? 0) >= 500) throw new StoredFailure(`Stripe: ${error.message}`, { cause: error });
  if (!refusals.has(error.statusCode ?? 0)) throw new GatewayAway(`Stripe: ${error.message}`, { cause: error });
  return error;
}
