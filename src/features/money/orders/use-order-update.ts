/**
 * Changes an order's state with one idempotency key per open form, so that a second tap, or a retry after a lost response, applies the
 * change only once. The expected state is sent along; when the order has changed in the meantime, it is reloaded, and the form shows its
 * new state.
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
  errorText: string | null;
  /** The order's state as this form has shown it; the next change is based on it. */
  currentStatus: DeliveryStatus;
  /** Resolves to whether the order was changed. */
  update: (changes: OrderChanges) => Promise<boolean>;
}

const isStateConflict = ({ code }: SerializedError): boolean => code === 'order_changed' || code === 'transition_not_allowed';

export function useUpdateOrder({ _id: id, deliveryStatus }: Pick<Order, '_id' | 'deliveryStatus'>): OrderUpdate {
  const updateCached = useUpdateCached();
  const { state, error, pay } = usePayment<Order>();
  const [currentStatus, setCurrentStatus] = useState(deliveryStatus);

  const reload = async () => {
    const fresh = await services.orders['GET /orders/:id']({ params: { id } }).catch(() => null);
    if (fresh === null) return;
    updateCached(id, () => fresh);
    setCurrentStatus(fresh.deliveryStatus);
  };
  const update = async (changes: OrderChanges) => {
    const changed = await pay(async (idempotencyKey) => {
      try {
        return await services.orders['PUT /orders/:id/update'](
          { params: { id }, body: { ...changes, expectedStatus: currentStatus } },
          { idempotencyKey },
        );
      } catch (thrown) {
        if (isStateConflict(serializeError(thrown, ''))) await reload();
        throw thrown;
      }
    });
    if (changed === null) return false;
    updateCached(id, () => changed);
    return true;
  };
  const errorText =
    error === null
      ? null
      : isStateConflict(error)
        ? `${error.message} The order status is now “${deliveryStates[currentStatus].label}”.`
        : error.message;
  return { state, errorText, currentStatus, update };
}
