/** Refunds the remaining amount of an order, and shows the consequences. */
import { useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { deliveryTransitions } from '@contract/kernel/values/store';
import { isBlank } from '@contract/kernel/values/text';
import { formatTokenCount } from '@web/lib/i18n/money';
import { TextAreaField } from '@web/ui/forms/fields';
import { formatQuantity, refundableAmount } from './order-labels';
import type { Order } from './order-labels';
import { OrderUpdateDialog } from './order-update-dialog';
import type { OrderDialogProps } from './order-update-dialog';
import styles from './orders.module.css';

function consequencesOf({ user, performer, product, quantity, deliveryStatus }: Order): string[] {
  const goods =
    product.type === 'digital'
      ? 'The download link stops working immediately.'
      : quantity === 1
        ? '1 piece goes back in stock.'
        : `${formatQuantity(quantity)} go back in stock.`;
  return [
    `The tokens go back to ${user.name}’s wallet immediately.`,
    `${performer.name} and the site return their shares.`,
    goods,
    ...(deliveryStatus === 'shipping' ? ['The package is already on its way. Agree with the buyer on what to do with it.'] : []),
  ];
}

export function RefundDialog({ order, onClose }: OrderDialogProps) {
  const [reason, setReason] = useState('');
  const rest = formatTokenCount(refundableAmount(order));
  const changes = () => {
    if (isBlank(reason)) throw new Error('Enter a reason.');
    return { deliveryStatus: 'refunded' as const, note: reason.trim() };
  };
  return (
    <OrderUpdateDialog
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
      actionLabel={`Refund ${rest}`}
      successMessage={`${rest} refunded to ${order.user.name}`}
      isPossible={(status) => deliveryTransitions[status].includes('refunded')}
      changes={changes}
    >
      <TextAreaField
        label="Reason"
        hint="Visible to the buyer"
        rows={3}
        maxLength={limits.orderNoteLengthMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </OrderUpdateDialog>
  );
}
