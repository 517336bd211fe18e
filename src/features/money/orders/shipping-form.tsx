/** Forms for what is sent by post: it is on its way, by which code it is followed, and it has arrived. */
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { deliverySteps } from '@contract/values';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { StepDialog } from './order-update-dialog';
import type { StepProps } from './order-update-dialog';

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

export function ShippingForm({ order, onClose }: StepProps) {
  const [code, setCode] = useState(order.shippingCode);
  const [note, setNote] = useState('');
  return (
    <StepDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Mark order ${order.orderNumber} as shipping?`}
      consequence={`${order.user.name} is told. From then on the address cannot be changed.`}
      verb="Mark as shipping"
      said="Marked as shipping"
      isPossible={(status) => deliverySteps[status].includes('shipping')}
      changes={() => ({ deliveryStatus: 'shipping', shippingCode: code.trim(), note: note.trim() })}
    >
      <CodeField value={code} onType={setCode} />
      <NoteField value={note} onType={setNote} />
    </StepDialog>
  );
}

export function CodeForm({ order, onClose }: StepProps) {
  const [code, setCode] = useState(order.shippingCode);
  return (
    <StepDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Change the shipping code of order ${order.orderNumber}?`}
      consequence={`${order.user.name} follows the parcel by it.`}
      verb="Save shipping code"
      said="Shipping code saved"
      isPossible={(status) => status === 'shipping'}
      changes={() => ({ shippingCode: code.trim() })}
    >
      <CodeField value={code} onType={setCode} />
    </StepDialog>
  );
}

export function DeliveredForm({ order, onClose }: StepProps) {
  const [note, setNote] = useState('');
  return (
    <StepDialog
      order={order}
      onClose={onClose}
      tone="plain"
      title={`Mark order ${order.orderNumber} as delivered?`}
      consequence={`${order.user.name} is told.`}
      verb="Mark as delivered"
      said="Marked as delivered"
      isPossible={(status) => deliverySteps[status].includes('delivered')}
      changes={() => ({ deliveryStatus: 'delivered', note: note.trim() })}
    >
      <NoteField value={note} onType={setNote} />
    </StepDialog>
  );
}
