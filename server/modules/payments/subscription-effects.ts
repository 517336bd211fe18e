/** What a subscription's payment does to the subscription: the one place where payments call that module for it. */
import type { Context } from '../../platform/context';
import { activate, endAccess, noteFailure, noteLatePayment } from '../subscriptions/subscriptions';
import { changePayment, type Payment } from '../../money/payments/rows';

export interface SubscriptionEffects {
  /** It is paid: access begins or goes on. In the transaction that books the sale. */
  paid(tx: Context, payment: Payment): Promise<void>;
  /** It will never be paid: a first payment leaves nothing behind, a renewal is tried again or ends. In the transaction that says so. */
  failed(tx: Context, payment: Payment): Promise<void>;
  /** It is paid after it had failed, before `paid`: what was freed then is used again. In the transaction that books the sale. */
  paidLate(tx: Context, payment: Payment): Promise<void>;
  /** It was given back or taken back: what it paid for ends now. */
  takenBack(tx: Context, payment: Payment): Promise<void>;
}

export const subscriptionEffects: SubscriptionEffects = {
  paid: async (tx, payment) => {
    await changePayment(tx, payment.id, { subscriptionId: await activate(tx, payment) });
  },
  failed: noteFailure,
  paidLate: noteLatePayment,
  takenBack: (tx, payment) => endAccess(tx, payment.id),
};
