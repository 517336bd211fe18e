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

/** A payment's state for the payer. `asking`: the bank requires authentication. */
export type PayerPaymentState = 'waiting' | 'asking' | 'paid' | 'refused';

const standings: Record<PaymentStatus, PayerPaymentState> = {
  created: 'waiting',
  processing: 'waiting',
  requires_action: 'asking',
  success: 'paid',
  failed: 'refused',
  canceled: 'refused',
  refunded: 'paid',
  disputed: 'paid',
};

/** A payment's state for the payer. A payment that is refunded because the purchase failed counts as refused. */
export const payerStateOf = ({ status, failure }: Pick<Payment, 'status' | 'failure'>): PayerPaymentState =>
  failure !== null && standings[status] === 'paid' ? 'refused' : standings[status];

/** Why a payment failed, as a message for the screen. */
export const failureMessage = ({ failure }: Pick<Payment, 'failure'>): string =>
  failure === null ? 'The payment didn’t go through. You weren’t charged.' : translateMessage(failure.message);

const poll_ms = 3000;

export interface Followed {
  payment: Payment | null;
  /** Switches to another payment, or to none. */
  follow: (payment: Payment | null) => void;
}

/** Tracks a payment until it is paid or refused. */
export function useTrackedPayment(first: Payment | null = null): Followed {
  const [payment, follow] = useState<Payment | null>(first);
  const id = payment?._id ?? null;
  const isWaiting = payment !== null && payerStateOf(payment) === 'waiting';

  const update = useCallback((next: Payment) => follow((current) => (current?._id === next._id ? next : current)), []);
  useSocketEvent('payment/settled', update);
  useSocketEvent('payment/action-required', update);

  useEffect(() => {
    if (id === null || !isWaiting) return;
    let isOver = false;
    const ask = async () => {
      try {
        const next = await services.payments['GET /payment/transactions/:id']({ params: { id } });
        // The response may be older than a state that arrived during the request.
        if (!isOver) update(next);
      } catch {
        // The server cannot be reached: the next poll retries.
      }
    };
    const timer = setInterval(() => void ask(), poll_ms);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [id, isWaiting, update]);

  return { payment, follow };
}
