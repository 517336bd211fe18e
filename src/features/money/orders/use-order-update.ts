/**
 * Moving an order on: one key for each opened form, so that a second tap or a lost answer changes it once. What the form believed
 * of the order is sent along; when the order has moved on meanwhile it is read anew, and the form says where it is now.
 */
import { useState } from 'react';
import type { DeliveryStatus } from '@contract/values';
import { deliveryStates } from '@web/lib/delivery-words';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { problemOf } from '@web/session/problem';
import type { Problem } from '@web/session/problem';
import { usePayment } from '@web/checkout/use-payment';
import type { PaymentState } from '@web/checkout/use-payment';
import type { Order } from '../../orders/order-words';

export type OrderChanges = Omit<BodyOf<'PUT /orders/:id/update'>, 'expectedStatus'>;

interface OrderUpdate {
  state: PaymentState;
  /** Why the last try was refused, in words for the screen, or null. */
  refusal: string | null;
  /** Where the order stands as far as this form has told; what it asks for starts from there. */
  seen: DeliveryStatus;
  /** Whether the order was changed. */
  update: (changes: OrderChanges) => Promise<boolean>;
}

const movedOn = ({ code }: Problem): boolean => code === 'order_changed' || code === 'transition_not_allowed';

export function useOrderUpdate({ _id: id, deliveryStatus }: Pick<Order, '_id' | 'deliveryStatus'>): OrderUpdate {
  const change = useChangeKept();
  const { state, problem, pay } = usePayment<Order>();
  const [seen, setSeen] = useState(deliveryStatus);

  const reread = async () => {
    const fresh = await services.orders['GET /orders/:id']({ params: { id } }).catch(() => null);
    if (fresh === null) return;
    change(id, () => fresh);
    setSeen(fresh.deliveryStatus);
  };
  const update = async (changes: OrderChanges) => {
    const changed = await pay(async (idempotencyKey) => {
      try {
        return await services.orders['PUT /orders/:id/update'](
          { params: { id }, body: { ...changes, expectedStatus: seen } },
          { idempotencyKey },
        );
      } catch (thrown) {
        if (movedOn(problemOf(thrown, ''))) await reread();
        throw thrown;
      }
    });
    if (changed === null) return false;
    change(id, () => changed);
    return true;
  };
  const refusal =
    problem === null ? null : movedOn(problem) ? `${problem.message} It is now: ${deliveryStates[seen].word}.` : problem.message;
  return { state, refusal, seen, update };
}
