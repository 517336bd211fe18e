/**
 * Sends requests that move money, with one idempotency key per intended payment. Without a response, the same request is retried with the
 * same key until the outcome is known. After a definite error the next attempt gets a new key.
 */
import * as messages from '@contract/kernel/messages';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { ApiError } from '@web/services/api-error';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';

/** `checking`: the response was lost, and the request is retried. */
export type PaymentState = 'idle' | 'busy' | 'checking';

export interface PaymentSender<T> {
  state: PaymentState;
  error: SerializedError | null;
  /** Resolves to the response, or to null on an error or while another payment is pending. */
  pay: (send: (idempotencyKey: string) => Promise<T>) => Promise<T | null>;
}

const attemptsMax = 8;
const firstDelay_ms = 1000;
const delayMax_ms = 8000;
const delay = (duration_ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, duration_ms));

/** Whether the outcome is unknown and the request may have taken effect, so that a retry must use the same key. */
export const isOutcomeUnknown = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (!thrown.isFromServer || thrown.error === 'request_in_progress' || thrown.statusCode >= 500);

export function usePayment<T>(): PaymentSender<T> {
  const [state, setState] = useState<PaymentState>('idle');
  const [error, setError] = useState<SerializedError | null>(null);
  const key = useRef<string | null>(null);
  const isPending = useRef(false);

  const retryUntilKnown = async (send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const idempotencyKey = (key.current ??= uuid());
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(idempotencyKey);
      } catch (thrown) {
        if (!isOutcomeUnknown(thrown) || attempt === attemptsMax) throw thrown;
        setState('checking');
        await delay(Math.min(firstDelay_ms * 2 ** (attempt - 1), delayMax_ms));
      }
    }
  };

  const pay: PaymentSender<T>['pay'] = async (send) => {
    if (isPending.current) return null;
    isPending.current = true;
    setState('busy');
    setError(null);
    try {
      const response = await retryUntilKnown(send);
      key.current = null;
      return response;
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
