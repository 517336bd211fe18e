/**
 * A card payment from the tap to its final state: sent once, retried after a lost response, and tracked while the gateway and the bank
 * process it.
 */
import { useEffect, useRef } from 'react';
import type { ApiErrorCode } from '@web/services/api-error';
import { usePayment } from './use-payment';
import { failureMessage, payerStateOf, useTrackedPayment } from './use-tracked-payment';
import type { Payment } from './use-tracked-payment';

/**
 * `busy`: the request is pending · `checking`: the response was lost, and the request is retried · `waiting`: the gateway is processing
 * the payment · `authenticating`: the bank requires authentication (such as 3-D Secure) · `paid`.
 */
export type CardPaymentState = 'idle' | 'busy' | 'checking' | 'waiting' | 'authenticating' | 'paid';

export interface CardPayment {
  state: CardPaymentState;
  /** Why the payment failed, as a message for the screen. */
  error: { code: ApiErrorCode | null; message: string } | null;
  payment: Payment | null;
  /** Sends a payment, unless one is pending. */
  pay: (send: (idempotencyKey: string) => Promise<Payment>) => Promise<void>;
  /** Called with the payment after the bank's authentication. */
  onAuthenticated: (payment: Payment) => void;
}

/** `onPaid` is called once for each payment that succeeds. */
export function useCardPayment(onPaid: (payment: Payment) => void): CardPayment {
  const sender = usePayment<Payment>();
  const { payment, track } = useTrackedPayment();
  const payerState = payment === null ? null : payerStateOf(payment);
  const notifiedId = useRef<string | null>(null);
  const listener = useRef(onPaid);
  useEffect(() => {
    listener.current = onPaid;
  });
  useEffect(() => {
    if (payment === null || payerState !== 'paid' || notifiedId.current === payment._id) return;
    notifiedId.current = payment._id;
    listener.current(payment);
  }, [payment, payerState]);

  const failure = payment !== null && payerState === 'failed' ? { code: 'card_declined' as const, message: failureMessage(payment) } : null;
  return {
    state: sender.state !== 'idle' ? sender.state : payerState === null || payerState === 'failed' ? 'idle' : payerState,
    error: sender.error ?? failure,
    payment,
    pay: async (send) => {
      if (payerState === 'waiting' || payerState === 'authenticating') return;
      const sent = await sender.pay((key) => {
        track(null);
        return send(key);
      });
      if (sent !== null) track(sent);
    },
    onAuthenticated: track,
  };
}

/** Whether the form must be disabled. */
export const isPending = (state: CardPaymentState): boolean => state !== 'idle';
