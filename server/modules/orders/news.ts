/** What is told on the site of orders: to the seller what was ordered and where it goes, to the buyer how far it is. */
import type { DeliveryStatus } from '@contract/values';
import type { Context } from '../../platform/context';
import { ownTabLink, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import type { OrderAnswer } from '../../content/orders/rows';

const orderLink = ({ _id }: Pick<OrderAnswer, '_id'>): string => `/orders/${_id}`;

/** Tells a seller of all that one buyer ordered of hers at once. */
export async function newsOfOrders(tx: Context, sold: readonly [OrderAnswer, ...OrderAnswer[]]): Promise<void> {
  const [first, ...rest] = sold;
  const price = tokensText(sold.reduce((sum, { totalPrice }) => sum + totalPrice, 0n));
  const pieces = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const { product, performer } = first;
  const what = rest.length > 0 ? `${String(pieces)} things` : pieces > 1 ? `${String(pieces)} × ${product.name}` : product.name;
  await notify(tx, performer._id, {
    type: 'order',
    actorId: first.user._id,
    text: `ordered ${what} for ${price}.`,
    link: rest.length > 0 ? ownTabLink(performer._id, 'sales') : orderLink(first),
    event: `order:${first._id}:placed`,
  });
}

const became: Record<DeliveryStatus, string> = {
  processing: 'is being prepared',
  shipping: 'is on its way',
  delivered: 'was delivered',
  refunded: 'was refunded',
};

/** Tells the buyer that her order has moved, or is followed by another code; the seller too where an operator has done it. */
export async function newsOfStatus(tx: Context, order: OrderAnswer, byId: string, isMoved: boolean): Promise<void> {
  const { _id, orderNumber, deliveryStatus, shippingCode, product, user, performer } = order;
  const words = isMoved ? became[deliveryStatus] : 'has another shipping code';
  const event = isMoved ? `order:${_id}:${deliveryStatus}` : `order:${_id}:code:${shippingCode}`;
  const told = { type: 'order', actorId: null, link: orderLink(order), event } as const;
  await notify(tx, user._id, { ...told, text: `Your order ${orderNumber} (${product.name}) ${words}.` });
  if (byId === performer._id) return;
  await notify(tx, performer._id, { ...told, text: `Order ${orderNumber} (${product.name}) ${words}.` });
}

/** Tells the seller that an order goes elsewhere now; also when a block stands between the two, for it must be sent all the same. */
export async function newsOfAddress(tx: Context, order: OrderAnswer): Promise<void> {
  const { _id, orderNumber, product, performer } = order;
  await notify(tx, performer._id, {
    type: 'order',
    actorId: null,
    text: `The buyer changed the delivery address of order ${orderNumber} (${product.name}).`,
    link: orderLink(order),
    event: `order:${_id}:address:${tx.clock.now().toISOString()}`,
  });
}
