/** Forms of a physical order: it is shipped, its tracking code, and it has arrived. */
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { deliveryTransitions } from '@contract/kernel/values/store';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { OrderChangeDialog } from './order-update-dialog';
import type { OrderDialogProps } from './order-update-dialog';

interface TypedProps {
  value: string;
  onType: (text: string) => void;
}

export function CodeField({ value, onType, label = 'Shipping code' }: TypedProps & { label?: string }) {
  return (
    <TextField
      label={label}
      optional
      autoComplete="off"
      maxLength={limits.shippingCodeLengthMax}
      hint="A number, or the address of a page that follows the parcel."
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
    <OrderChangeDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Mark order ${order.orderNumber} as shipping?`}
      consequence={`${order.user.name} is told. From then on the address cannot be changed.`}
      actionLabel="Mark as shipping"
      successMessage="Marked as shipping"
      isPossible={(status) => deliveryTransitions[status].includes('shipping')}
      changes={() => ({ deliveryStatus: 'shipping', shippingCode: code.trim(), note: note.trim() })}
    >
      <CodeField value={code} onType={setCode} />
      <NoteField value={note} onType={setNote} />
    </OrderChangeDialog>
  );
}

export function CodeForm({ order, onClose }: OrderDialogProps) {
  const [code, setCode] = useState(order.shippingCode);
  return (
    <OrderChangeDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Change the shipping code of order ${order.orderNumber}?`}
      consequence={`${order.user.name} follows the parcel by it.`}
      actionLabel="Save shipping code"
      successMessage="Shipping code saved"
      isPossible={(status) => status === 'shipping'}
      changes={() => ({ shippingCode: code.trim() })}
    >
      <CodeField value={code} onType={setCode} />
    </OrderChangeDialog>
  );
}

export function DeliveredForm({ order, onClose }: OrderDialogProps) {
  const [note, setNote] = useState('');
  return (
    <OrderChangeDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Mark order ${order.orderNumber} as delivered?`}
      consequence={`${order.user.name} is told.`}
      actionLabel="Mark as delivered"
      successMessage="Marked as delivered"
      isPossible={(status) => deliveryTransitions[status].includes('delivered')}
      changes={() => ({ deliveryStatus: 'delivered', note: note.trim() })}
    >
      <NoteField value={note} onType={setNote} />
    </OrderChangeDialog>
  );
}
