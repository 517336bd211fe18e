/**
 * Calls to Stripe, with bounded time and every failure mapped to the interface's two errors. By itself, the SDK would wait 80 s,
 * give up immediately when rate limited, and retry a broken connection (with the same key).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { GatewayUnavailable, GatewayRejected, type RejectionReason } from './gateway';

export interface CallTiming {
  /** Timeout of one request. */
  attempt_ms: number;
  /** Timeout of a call, however many requests it makes. */
  whole_ms: number;
  /** Delays before retrying when rate limited; the length is the number of retries. */
  rateLimitDelays_ms: readonly number[];
}

/** Banks take up to ten seconds for a charge. The total is below `callTimeout_ms`. */
export const callTiming: CallTiming = { attempt_ms: 11_500, whole_ms: 13_000, rateLimitDelays_ms: [400, 1_200] };

const { StripeError, StripeRateLimitError, StripeIdempotencyError, StripeAuthenticationError, StripePermissionError } = Stripe.errors;
export type StripeFailure = InstanceType<typeof StripeError>;

/** Creates the SDK client for `apiBase`, an origin. */
export function createStripe(secretKey: string, apiBase: string, timing: CallTiming): Stripe {
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

/** One call of a gateway method. Its requests share the timeout. */
export interface Call {
  /** Makes a request and returns Stripe's error as a value. Throws GatewayUnavailable when the outcome is unknown. */
  send<T>(request: () => Promise<T>): Promise<T | StripeFailure>;
  /** Makes a request whose errors are all unexpected: throws them as GatewayRejected. */
  sendOrThrow<T>(request: () => Promise<T>): Promise<T>;
}

/** Limits a method to its timeout: it ends with its result or GatewayUnavailable. No request starts after the timeout. */
export function withTimeout<Params, R>(
  timing: CallTiming,
  method: (call: Call, params: Params) => Promise<R>,
): (params: Params) => Promise<R> {
  return async (params) => {
    let isTimedOut = false;
    const timeoutController = new AbortController();
    const send = async <T>(request: () => Promise<T>): Promise<T | StripeFailure> => {
      const delays = [...timing.rateLimitDelays_ms];
      for (;;) {
        if (isTimedOut) throw new GatewayUnavailable('Stripe didn’t respond in time');
        try {
          return await request();
        } catch (error) {
          const delay_ms = isBusy(error) ? delays.shift() : undefined;
          if (delay_ms === undefined) return stripeErrorOf(error);
          await sleep(delay_ms);
        }
      }
    };
    const sendOrThrow = async <T>(request: () => Promise<T>): Promise<T> => {
      const result = await send(request);
      if (isStripeFailure(result)) throw toGatewayError(result);
      return result;
    };
    const timeout = sleep(timing.whole_ms, null, { signal: timeoutController.signal }).then(
      () => {
        isTimedOut = true;
        throw new GatewayUnavailable('Stripe didn’t respond in time');
      },
      () => new Promise<never>(() => undefined),
    );
    try {
      return await Promise.race([method({ send, sendOrThrow }, params), timeout]);
    } finally {
      timeoutController.abort();
    }
  };
}

/** An operation is given up before it has used this many idempotency keys because of Stripe's internal failures. */
const keysMax = 9;

/**
 * Runs `operation` once per `key`, although Stripe may have stored an internal failure under that key. In that case it calls `lookUp`
 * (required where running twice would do harm), and only if that finds nothing, it retries with the next key. The sequence of keys is
 * deterministic, so concurrent callers also have one effect. Throws GatewayUnavailable when the outcome is unknown.
 */
export async function runOnce<T, K = never>(
  key: string,
  operation: (idempotencyKey: string) => Promise<T>,
  lookUp?: () => Promise<K | null>,
): Promise<T | K> {
  for (let attempt = 1; attempt < keysMax; attempt += 1) {
    try {
      return await operation(attempt === 1 ? key : `${key}:${String(attempt)}`);
    } catch (error) {
      if (!(error instanceof StoredFailure)) throw error;
      const found = (await lookUp?.()) ?? null;
      if (found !== null) return found;
    }
  }
  throw new GatewayUnavailable(`Stripe failed ${String(keysMax)} times`);
}

/** Whether a result of `send` is an error of Stripe. */
export function isStripeFailure(result: unknown): result is StripeFailure {
  return result instanceof StripeError;
}

/** The interface's error for a Stripe error that is not an expected outcome. */
export function toGatewayError(failure: StripeFailure): GatewayRejected {
  return new GatewayRejected(reasonOf(failure), `Stripe: ${failure.message}`);
}

function reasonOf(failure: StripeFailure): RejectionReason {
  if (isBusy(failure)) return 'busy';
  if (failure instanceof StripeIdempotencyError) return 'key_reused';
  if (failure.code === 'resource_missing' || failure.code === 'account_invalid') return 'unknown';
  if (failure instanceof StripeAuthenticationError || failure instanceof StripePermissionError) return 'keys';
  return 'request';
}

const isBusy = (error: unknown): boolean => error instanceof StripeRateLimitError;

/** HTTP statuses that mean that nothing was done. Others are inconclusive: with 409, for example, the same operation is still running. */
const rejectionStatuses = new Set([400, 401, 402, 403, 404, 429]);

/** Stripe failed internally the first time and replays that failure while it stores the key, so retrying with it is useless. */
class StoredFailure extends GatewayUnavailable {}

function stripeErrorOf(error: unknown): StripeFailure {
  if (!isStripeFailure(error)) throw error;
  const isReplayed = error.headers?.['idempotent-replayed'] === 'true';
  if (isReplayed && (error.statusCode ?? 0) >= 500) throw new StoredFailure(`Stripe: ${error.message}`, { cause: error });
  if (!rejectionStatuses.has(error.statusCode ?? 0)) throw new GatewayUnavailable(`Stripe: ${error.message}`, { cause: error });
  return error;
}
