/**
 * Tracks a pending payment: by socket events, and by polling, in case the socket is disconnected.
 */
import type { PaymentStatus } from '@contract/kernel/values/money';
import { useCallback, useEffect, useState } from 'react';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSocketEvent } from '@web/realtime/socket-events';

export type Payment = ResponseOf<'GET /payment/transactions/:id'>;

/** A payment's state for the payer. `authenticating`: the bank requires authentication. */
export type PayerPaymentState = 'waiting' | 'authenticating' | 'paid' | 'failed';

const payerStates: Record<PaymentStatus, PayerPaymentState> = {
  created: 'waiting',
  processing: 'waiting',
  requires_action: 'authenticating',
  success: 'paid',
  failed: 'failed',
  canceled: 'failed',
  refunded: 'paid',
  disputed: 'paid',
};

/** A payment's state for the payer. A payment that is refunded because the purchase failed counts as failed. */
export const payerStateOf = ({ status, failure }: Pick<Payment, 'status' | 'failure'>): PayerPaymentState =>
  failure !== null && payerStates[status] === 'paid' ? 'failed' : payerStates[status];

/** Why a payment failed, as a message for the screen. */
export const failureMessage = ({ failure }: Pick<Payment, 'failure'>): string =>
  failure === null ? 'The payment didn’t go through. You weren’t charged.' : translateMessage(failure.message);

const pollInterval_ms = 3000;

export interface TrackedPayment {
  payment: Payment | null;
  /** Switches to another payment, or to none. */
  track: (payment: Payment | null) => void;
}

/** Tracks a payment until it is paid or has failed. */
export function useTrackedPayment(initial: Payment | null = null): TrackedPayment {
  const [payment, track] = useState<Payment | null>(initial);
  const id = payment?._id ?? null;
  const isWaiting = payment !== null && payerStateOf(payment) === 'waiting';

  const update = useCallback((next: Payment) => track((current) => (current?._id === next._id ? next : current)), []);
  useSocketEvent('payment/settled', update);
  useSocketEvent('payment/action-required', update);

  useEffect(() => {
    if (id === null || !isWaiting) return;
    let isStopped = false;
    const poll = async () => {
      try {
        const next = await services.payments['GET /payment/transactions/:id']({ params: { id } });
        // The response may be older than a state that arrived during the request.
        if (!isStopped) update(next);
      } catch {
        // The server cannot be reached: the next poll retries.
      }
    };
    const timer = setInterval(() => void poll(), pollInterval_ms);
    return () => {
      isStopped = true;
      clearInterval(timer);
    };
  }, [id, isWaiting, update]);

  return { payment, track };
}
