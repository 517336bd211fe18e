/**
 * Sends requests that move money, with one idempotency key per intention. Without a response, the same request is retried with the same key
 * until the outcome is known. After a definite error the next attempt gets a new key.
 */
import * as messages from '@contract/kernel/messages';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { ApiError } from '@web/services/api-error';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';

/** `checking`: the response was lost, and the request is retried. */
export type PaymentState = 'idle' | 'busy' | 'checking';

export interface Payment<T> {
  state: PaymentState;
  error: SerializedError | null;
  /** Resolves to the response, or to null on an error or while another payment is pending. */
  pay: (send: (idempotencyKey: string) => Promise<T>) => Promise<T | null>;
}

const triesMax = 8;
const firstPause_ms = 1000;
const pauseMax_ms = 8000;
const pause = (after_ms: number): Promise<void> => new Promise((go) => setTimeout(go, after_ms));

/** Whether the outcome is unknown and the request may have taken effect, so that a retry must use the same key. */
export const isOutcomeUnknown = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (!thrown.isFromHost || thrown.error === 'request_in_progress' || thrown.statusCode >= 500);

export function usePayment<T>(): Payment<T> {
  const [state, setState] = useState<PaymentState>('idle');
  const [error, setError] = useState<SerializedError | null>(null);
  const key = useRef<string | null>(null);
  const isPending = useRef(false);

  const untilKnown = async (send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const intention = (key.current ??= uuid());
    for (let tried = 1; ; tried += 1) {
      try {
        return await send(intention);
      } catch (thrown) {
        if (!isOutcomeUnknown(thrown) || tried === triesMax) throw thrown;
        setState('checking');
        await pause(Math.min(firstPause_ms * 2 ** (tried - 1), pauseMax_ms));
      }
    }
  };

  const pay: Payment<T>['pay'] = async (send) => {
    if (isPending.current) return null;
    isPending.current = true;
    setState('busy');
    setError(null);
    try {
      const answer = await untilKnown(send);
      key.current = null;
      return answer;
    } catch (thrown) {
      // If the outcome is still unknown, the key is kept, so that the next attempt cannot pay twice.
      if (!isOutcomeUnknown(thrown)) key.current = null;
      setError(serializeError(thrown, messages.anyFailure));
      return null;
    } finally {
      isPending.current = false;
      setState('idle');
    }
  };
  return { state, error, pay };
}
