/** The frame of every form that moves an order on: what it means, its fields, and the words when the order went elsewhere meanwhile. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DeliveryStatus } from '@contract/values';
import { deliveryStates } from '@web/lib/delivery-words';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import type { Order } from '../../orders/order-words';
import { useOrderUpdate } from './use-order-update';
import type { OrderChanges } from './use-order-update';

export interface StepProps {
  order: Order;
  onClose: () => void;
}

interface StepDialogProps extends StepProps {
  title: string;
  consequence: ReactNode;
  verb: string;
  tone: 'plain' | 'danger';
  /** Told once it is done. */
  said: string;
  /** Whether it can be done to an order that is there. */
  isPossible: (status: DeliveryStatus) => boolean;
  /** What is sent; an `Error` thrown from here says in words what the fields lack. */
  changes: () => OrderChanges;
  children: ReactNode;
}

export function StepDialog({ order, onClose, title, consequence, verb, tone, said, isPossible, changes, children }: StepDialogProps) {
  const { state, refusal, seen, update } = useOrderUpdate(order);
  const [isRefused, setRefused] = useState(false);
  const confirm = async () => {
    setRefused(false);
    const body = changes();
    if (!(await update(body))) {
      setRefused(true);
      return;
    }
    showToast({ tone: 'ok', text: said });
    onClose();
  };
  const words = isRefused ? refusal : null;
  if (!isPossible(seen)) {
    return (
      <OpenSheet title={title} onClose={onClose} actions={<Button onPress={onClose}>See the order</Button>}>
        <Notice tone="danger">{words ?? `This order is now: ${deliveryStates[seen].word}.`}</Notice>
      </OpenSheet>
    );
  }
  return (
    <ConfirmDialog open tone={tone} title={title} consequence={consequence} verb={verb} onConfirm={confirm} onClose={onClose}>
      {children}
      {state === 'checking' ? <Notice>Checking what became of it. It is never done twice.</Notice> : null}
      {words === null ? null : <Notice tone="danger">{words}</Notice>}
    </ConfirmDialog>
  );
}
