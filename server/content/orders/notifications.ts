/** Notifications about orders: new orders and address changes to the seller, status changes to the buyer. */
import type { DeliveryStatus } from '@contract/kernel/values/store';
import type { Context } from '../../platform/context';
import { profileTabLink, tokensText, isolateText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import type { OrderResponse } from './rows';

const orderLink = ({ _id }: Pick<OrderResponse, '_id'>): string => `/orders/${_id}`;

/** Notifies a seller of everything that one buyer ordered from them in one purchase. */
export async function notifySeller(tx: Context, sold: readonly [OrderResponse, ...OrderResponse[]]): Promise<void> {
  const [first, ...rest] = sold;
  const price = tokensText(sold.reduce((sum, { totalPrice }) => sum + totalPrice, 0n));
  const units = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const { product, performer } = first;
  const summary = rest.length > 0 ? `${String(units)} items` : units > 1 ? `${String(units)} × ${product.name}` : product.name;
  await notify(tx, performer._id, {
    type: 'order',
    actorId: first.user._id,
    text: `ordered ${summary} for ${price}.`,
    link: rest.length > 0 ? profileTabLink(performer._id, 'sales') : orderLink(first),
    event: `order:${first._id}:placed`,
  });
}

const statusText: Record<DeliveryStatus, string> = {
  processing: 'is being prepared',
  shipping: 'is on its way',
  delivered: 'was delivered',
  refunded: 'was refunded',
};

/** Notifies the buyer of a new status or shipping code, and the seller too if an operator changed it. */
export async function notifyOfStatus(tx: Context, order: OrderResponse, byId: string, hasNewStatus: boolean): Promise<void> {
  const { _id, orderNumber, deliveryStatus, shippingCode, product, user, performer } = order;
  const change = hasNewStatus ? statusText[deliveryStatus] : 'has a new tracking number';
  const event = hasNewStatus ? `order:${_id}:${deliveryStatus}` : `order:${_id}:code:${shippingCode}`;
  const notification = { type: 'order', actorId: null, link: orderLink(order), event } as const;
  await notify(tx, user._id, { ...notification, text: `Your order ${orderNumber} (${isolateText(product.name)}) ${change}.` });
  if (byId === performer._id) return;
  await notify(tx, performer._id, { ...notification, text: `Order ${orderNumber} (${isolateText(product.name)}) ${change}.` });
}

/** Notifies the seller of a new delivery address, also if one of them blocks the other, since the order must be shipped anyway. */
export async function notifyOfAddressChange(tx: Context, order: OrderResponse): Promise<void> {
  const { _id, orderNumber, product, performer } = order;
  await notify(tx, performer._id, {
    type: 'order',
    actorId: null,
    text: `The buyer changed the delivery address of order ${orderNumber} (${isolateText(product.name)}).`,
    link: orderLink(order),
    event: `order:${_id}:address:${tx.clock.now().toISOString()}`,
  });
}
