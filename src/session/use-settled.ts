/**
 * A payment on its way: the host says by socket how it ended, and is asked again and again while it takes its time, so that
 * a closed connection never leaves anybody waiting.
 */
import type { PaymentStatus } from '@contract/values';
import { useCallback, useEffect, useState } from 'react';
import { said } from '@web/lib/said';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSocketEvent } from '@web/realtime/socket-events';

export type Payment = AnswerOf<'GET /payment/transactions/:id'>;

/** How a payment stands for the person who pays. `asking`: her bank wants to hear from her. */
export type Standing = 'waiting' | 'asking' | 'paid' | 'refused';

const standings: Record<PaymentStatus, Standing> = {
  created: 'waiting',
  processing: 'waiting',
  requires_action: 'asking',
  success: 'paid',
  failed: 'refused',
  canceled: 'refused',
  refunded: 'paid',
  disputed: 'paid',
};

/** How a payment stands for its payer; one whose money goes back because nothing could be given for it counts as refused. */
export const standingOf = ({ status, failure }: Pick<Payment, 'status' | 'failure'>): Standing =>
  failure !== null && standings[status] === 'paid' ? 'refused' : standings[status];

/** Why a payment was refused, in words for the screen. */
export const refusalOf = ({ failure }: Pick<Payment, 'failure'>): string =>
  failure === null ? 'The payment was not made. No money has moved.' : said(failure.message);

const beat_ms = 3000;

export interface Followed {
  payment: Payment | null;
  /** Follows another payment from now on, or none. */
  follow: (payment: Payment | null) => void;
}

/** Follows the payment that it is given until it is paid or refused. */
export function useSettled(first: Payment | null = null): Followed {
  const [payment, follow] = useState<Payment | null>(first);
  const id = payment?._id ?? null;
  const isWaiting = payment !== null && standingOf(payment) === 'waiting';

  const learn = useCallback((news: Payment) => follow((known) => (known?._id === news._id ? news : known)), []);
  useSocketEvent('payment/settled', learn);
  useSocketEvent('payment/action-required', learn);

  useEffect(() => {
    if (id === null || !isWaiting) return;
    let isOver = false;
    const ask = async () => {
      try {
        const news = await services.payments['GET /payment/transactions/:id']({ params: { id } });
        // Asked before what is known by now: it may be older.
        if (!isOver) learn(news);
      } catch {
        // The host is away: the next beat asks again.
      }
    };
    const timer = setInterval(() => void ask(), beat_ms);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [id, isWaiting, learn]);

  return { payment, follow };
}
