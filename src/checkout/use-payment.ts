/**
 * Sending what moves money: one key per intention, one tap, one effect. When no answer comes, the same request is sent again
 * with the same key until the truth is known; after a plain refusal the next attempt is a new intention.
 */
import { messages } from '@contract/kernel/errors';
import { useRef, useState } from 'react';
import { Refused } from '@web/services/api-error';
import { problemOf } from '@web/session/problem';
import type { Problem } from '@web/session/problem';

/** `checking`: the answer was lost, and is being asked for. */
export type PaymentState = 'idle' | 'busy' | 'checking';

export interface Payment<T> {
  state: PaymentState;
  problem: Problem | null;
  /** Resolves to the answer, or to null when it was refused or a payment is under way already. */
  pay: (send: (idempotencyKey: string) => Promise<T>) => Promise<T | null>;
}

const triesMax = 8;
const firstPause_ms = 1000;
const pauseMax_ms = 8000;
const pause = (after_ms: number): Promise<void> => new Promise((go) => setTimeout(go, after_ms));

/** Nothing is known of what became of the request: it may have had its effect. The next try must send the same. */
export const isInDoubt = (thrown: unknown): boolean =>
  thrown instanceof Refused && (!thrown.isFromHost || thrown.error === 'request_in_progress' || thrown.statusCode >= 500);

export function usePayment<T>(): Payment<T> {
  const [state, setState] = useState<PaymentState>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = useRef<string | null>(null);
  const isUnderWay = useRef(false);

  const untilKnown = async (send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const intention = (key.current ??= crypto.randomUUID());
    for (let tried = 1; ; tried += 1) {
      try {
        return await send(intention);
      } catch (thrown) {
        if (!isInDoubt(thrown) || tried === triesMax) throw thrown;
        setState('checking');
        await pause(Math.min(firstPause_ms * 2 ** (tried - 1), pauseMax_ms));
      }
    }
  };

  const pay: Payment<T>['pay'] = async (send) => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setState('busy');
    setProblem(null);
    try {
      const answer = await untilKnown(send);
      key.current = null;
      return answer;
    } catch (thrown) {
      // In doubt to the end: the same intention is kept, so that another try cannot pay twice.
      if (!isInDoubt(thrown)) key.current = null;
      setProblem(problemOf(thrown, messages.anyFailure));
      return null;
    } finally {
      isUnderWay.current = false;
      setState('idle');
    }
  };
  return { state, problem, pay };
}
