/**
 * Changes an order's state with one key per opened form, so that a second tap or a lost response changes it once. The expected state
 * is sent along; when the order has changed in the meantime it is reloaded, and the form shows its new state.
 */
import { useState } from 'react';
import type { DeliveryStatus } from '@contract/kernel/values/store';
import { deliveryStates } from '@web/lib/wording/delivery-labels';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';
import { usePayment } from '@web/checkout/use-payment';
import type { PaymentState } from '@web/checkout/use-payment';
import type { Order } from './order-labels';

export type OrderChanges = Omit<BodyOf<'PUT /orders/:id/update'>, 'expectedStatus'>;

interface OrderUpdate {
  state: PaymentState;
  /** The error of the last attempt as text for the screen, or null. */
  refusal: string | null;
  /** The order's state as this form has shown it; the next change is based on it. */
  currentStatus: DeliveryStatus;
  /** Resolves to whether the order was changed. */
  update: (changes: OrderChanges) => Promise<boolean>;
}

const movedOn = ({ code }: SerializedError): boolean => code === 'order_changed' || code === 'transition_not_allowed';

export function useChangeOrder({ _id: id, deliveryStatus }: Pick<Order, '_id' | 'deliveryStatus'>): OrderUpdate {
  const change = useUpdateCached();
  const { state, error, pay } = usePayment<Order>();
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
        if (movedOn(serializeError(thrown, ''))) await reread();
        throw thrown;
      }
    });
    if (changed === null) return false;
    change(id, () => changed);
    return true;
  };
  const refusal =
    error === null ? null : movedOn(error) ? `${error.message} The order status is now “${deliveryStates[seen].label}”.` : error.message;
  return { state, refusal, currentStatus: seen, update };
}
