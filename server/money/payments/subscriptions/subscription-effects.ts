/** How the outcomes of payments change subscriptions. */
import type { Context } from '../../../platform/context';
import { activate } from '../../subscriptions/activate';
import { endPeriodOf } from '../../subscriptions/end';
import { handleFailedPayment, handleLatePayment } from '../../subscriptions/failed';
import { changePayment, type Payment } from '../rows';

export interface SubscriptionEffects {
  /** The payment succeeded: access starts or continues. Runs in the transaction that records the sale. */
  paid(tx: Context, payment: Payment): Promise<void>;
  /**
   * The payment failed: its promotion is released, and a renewal is retried or the subscription ends. Runs in the transaction that
   * stores the failure.
   */
  failed(tx: Context, payment: Payment): Promise<void>;
  /**
   * The payment succeeded after it had failed. Runs before `paid` and redeems its released promotion again, in the transaction that
   * records the sale.
   */
  paidLate(tx: Context, payment: Payment): Promise<void>;
  /** The payment was refunded or disputed: its period ends now. */
  reversed(tx: Context, payment: Payment): Promise<void>;
}

export const subscriptionEffects: SubscriptionEffects = {
  paid: async (tx, payment) => {
    await changePayment(tx, payment.id, { subscriptionId: await activate(tx, payment) });
  },
  failed: handleFailedPayment,
  paidLate: handleLatePayment,
  reversed: (tx, payment) => endPeriodOf(tx, payment.id),
};
