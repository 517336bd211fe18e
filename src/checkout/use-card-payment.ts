/** A payment from the tap to its end: sent once, asked for while the answer is lost, followed while gateway and bank take their time. */
import { useEffect, useRef } from 'react';
import type { RefusalCode } from '@web/services/api-error';
import { usePayment } from './use-payment';
import { refusalOf, standingOf, useSettled } from '@web/session/use-settled';
import type { Payment } from '@web/session/use-settled';

/**
 * `busy`: on its way to the host · `checking`: the answer was lost and is asked for · `waiting`: the gateway takes its time ·
 * `asking`: the bank wants its customer · `paid`.
 */
export type CardPaymentState = 'idle' | 'busy' | 'checking' | 'waiting' | 'asking' | 'paid';

export interface CardPayment {
  state: CardPaymentState;
  /** Why nothing was paid, in words for the screen. */
  problem: { code: RefusalCode | null; message: string } | null;
  payment: Payment | null;
  /** Sends a payment, unless one is under way. */
  pay: (send: (idempotencyKey: string) => Promise<Payment>) => Promise<void>;
  /** What a question of the bank has made of the payment. */
  answered: (payment: Payment) => void;
}

/** `onPaid` is called once for each payment that succeeds. */
export function useCardPayment(onPaid: (payment: Payment) => void): CardPayment {
  const sending = usePayment<Payment>();
  const { payment, follow } = useSettled();
  const standing = payment === null ? null : standingOf(payment);
  const told = useRef<string | null>(null);
  const listener = useRef(onPaid);
  useEffect(() => {
    listener.current = onPaid;
  });
  useEffect(() => {
    if (payment === null || standing !== 'paid' || told.current === payment._id) return;
    told.current = payment._id;
    listener.current(payment);
  }, [payment, standing]);

  const refused = payment !== null && standing === 'refused' ? { code: 'card_declined' as const, message: refusalOf(payment) } : null;
  return {
    state: sending.state !== 'idle' ? sending.state : standing === null || standing === 'refused' ? 'idle' : standing,
    problem: sending.problem ?? refused,
    payment,
    pay: async (send) => {
      if (standing === 'waiting' || standing === 'asking') return;
      const answer = await sending.pay((key) => {
        follow(null);
        return send(key);
      });
      if (answer !== null) follow(answer);
    },
    answered: follow,
  };
}

/** Whether nothing on the form may change now. */
export const isUnderWay = (state: CardPaymentState): boolean => state !== 'idle';
