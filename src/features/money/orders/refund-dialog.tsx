/** Gives back all that has not been given back of an order yet, and says what goes with it. */
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { isBlank, deliverySteps } from '@contract/values';
import { spokenTokens } from '@web/lib/i18n/money';
import { TextAreaField } from '@web/ui/forms/fields';
import { piecesOf, restOf } from '../../orders/order-words';
import type { Order } from '../../orders/order-words';
import { StepDialog } from './order-update-dialog';
import type { StepProps } from './order-update-dialog';
import styles from './orders.module.css';

function consequencesOf({ user, performer, product, quantity, deliveryStatus }: Order): string[] {
  const goods =
    product.type === 'digital'
      ? 'The download link stops working at once.'
      : quantity === 1
        ? '1 piece goes back to the store.'
        : `${piecesOf(quantity)} go back to the store.`;
  return [
    `The tokens go back to ${user.name}’s wallet at once.`,
    `${performer.name} and the site give back their shares.`,
    goods,
    ...(deliveryStatus === 'shipping' ? ['The parcel is on its way: agree with the buyer what becomes of it.'] : []),
  ];
}

export function RefundDialog({ order, onClose }: StepProps) {
  const [reason, setReason] = useState('');
  const rest = spokenTokens(restOf(order));
  const changes = () => {
    if (isBlank(reason)) throw new Error('Write a reason first.');
    return { deliveryStatus: 'refunded' as const, note: reason.trim() };
  };
  return (
    <StepDialog
      order={order}
      onClose={onClose}
      tone="danger"
      title={`Refund ${rest} to ${order.user.name}?`}
      consequence={
        <ul className={styles.consequences}>
          {consequencesOf(order).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>This cannot be undone.</li>
        </ul>
      }
      verb={`Refund ${rest}`}
      said={`${rest} refunded to ${order.user.name}`}
      isPossible={(status) => deliverySteps[status].includes('refunded')}
      changes={changes}
    >
      <TextAreaField
        label="Reason"
        hint="The buyer reads it."
        rows={3}
        maxLength={limits.orderNoteLengthMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </StepDialog>
  );
}
