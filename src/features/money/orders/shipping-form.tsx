/** Dialogs for a physical order: mark it as shipped, change its tracking number, mark it as delivered. */
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { deliveryTransitions } from '@contract/kernel/values/store';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { OrderUpdateDialog } from './order-update-dialog';
import type { OrderDialogProps } from './order-update-dialog';

interface TypedProps {
  value: string;
  onType: (text: string) => void;
}

export function CodeField({ value, onType, label = 'Tracking number' }: TypedProps & { label?: string }) {
  return (
    <TextField
      label={label}
      optional
      autoComplete="off"
      maxLength={limits.shippingCodeLengthMax}
      hint="A tracking number or a tracking link"
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

function NoteField({ value, onType }: TypedProps) {
  return (
    <TextAreaField
      label="Note to the buyer"
      optional
      rows={3}
      maxLength={limits.orderNoteLengthMax}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

export function ShippingForm({ order, onClose }: OrderDialogProps) {
  const [code, setCode] = useState(order.shippingCode);
  const [note, setNote] = useState('');
  return (
    <OrderUpdateDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Mark order ${order.orderNumber} as shipped?`}
      consequence={`We’ll notify ${order.user.name}. After this, the address can’t be changed.`}
      actionLabel="Mark as shipped"
      successMessage="Marked as shipped"
      isPossible={(status) => deliveryTransitions[status].includes('shipping')}
      changes={() => ({ deliveryStatus: 'shipping', shippingCode: code.trim(), note: note.trim() })}
    >
      <CodeField value={code} onType={setCode} />
      <NoteField value={note} onType={setNote} />
    </OrderUpdateDialog>
  );
}

export function CodeForm({ order, onClose }: OrderDialogProps) {
  const [code, setCode] = useState(order.shippingCode);
  return (
    <OrderUpdateDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Change the tracking number of order ${order.orderNumber}?`}
      consequence={`${order.user.name} can track the package with it.`}
      actionLabel="Save tracking number"
      successMessage="Tracking number saved"
      isPossible={(status) => status === 'shipping'}
      changes={() => ({ shippingCode: code.trim() })}
    >
      <CodeField value={code} onType={setCode} />
    </OrderUpdateDialog>
  );
}

export function DeliveredForm({ order, onClose }: OrderDialogProps) {
  const [note, setNote] = useState('');
  return (
    <OrderUpdateDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Mark order ${order.orderNumber} as delivered?`}
      consequence={`We’ll notify ${order.user.name}.`}
      actionLabel="Mark as delivered"
      successMessage="Marked as delivered"
      isPossible={(status) => deliveryTransitions[status].includes('delivered')}
      changes={() => ({ deliveryStatus: 'delivered', note: note.trim() })}
    >
      <NoteField value={note} onType={setNote} />
    </OrderUpdateDialog>
  );
}
