/** The shared dialog for every state change of an order: the effect, its fields, and the message when the order has already changed. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DeliveryStatus } from '@contract/kernel/values/store';
import { deliveryStates } from '@web/lib/wording/delivery-labels';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import type { Order } from './order-labels';
import { useUpdateOrder } from './use-order-update';
import type { OrderChanges } from './use-order-update';

export interface OrderDialogProps {
  order: Order;
  onClose: () => void;
}

interface OrderUpdateDialogProps extends OrderDialogProps {
  title: string;
  consequence: ReactNode;
  actionLabel: string;
  tone: 'plain' | 'danger';
  /** The toast after success. */
  successMessage: string;
  /** Whether the change is possible in the order's current state. */
  isPossible: (status: DeliveryStatus) => boolean;
  /** The request body; throws an `Error` with a message when the fields are invalid. */
  changes: () => OrderChanges;
  children: ReactNode;
}

export function OrderUpdateDialog({
  order,
  onClose,
  title,
  consequence,
  actionLabel,
  tone,
  successMessage,
  isPossible,
  changes,
  children,
}: OrderUpdateDialogProps) {
  const { state, errorText: updateError, currentStatus, update } = useUpdateOrder(order);
  const [hasFailed, setFailed] = useState(false);
  const confirm = async () => {
    setFailed(false);
    const body = changes();
    if (!(await update(body))) {
      setFailed(true);
      return;
    }
    showToast({ tone: 'ok', text: successMessage });
    onClose();
  };
  const errorText = hasFailed ? updateError : null;
  if (!isPossible(currentStatus)) {
    return (
      <OpenSheet title={title} onClose={onClose} actions={<Button onPress={onClose}>See order</Button>}>
        <Notice tone="danger">{errorText ?? `The order status is now “${deliveryStates[currentStatus].label}”.`}</Notice>
      </OpenSheet>
    );
  }
  return (
    <ConfirmDialog open tone={tone} title={title} consequence={consequence} actionLabel={actionLabel} onConfirm={confirm} onClose={onClose}>
      {children}
      {state === 'checking' ? <Notice>Checking your change. It won’t be made twice.</Notice> : null}
      {errorText === null ? null : <Notice tone="danger">{errorText}</Notice>}
    </ConfirmDialog>
  );
}
