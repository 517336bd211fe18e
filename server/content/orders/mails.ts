/** Mails about orders to buyers and sellers. Accounts without an email address get none. */
import type { Context } from '../../platform/context';
import { sendMail } from '../../platform/mail/mail';
import type { OrderLine } from '../../platform/mail/order-templates';
import { findAccount, nameOf } from '../../people/people/rows';
import type { OrderResponse } from './rows';

const orderLineOf = ({ orderNumber, product, quantity, totalPrice }: OrderResponse): OrderLine => ({
  orderNumber,
  product: product.name,
  quantity,
  cents: totalPrice,
});
const orderLink = (ctx: Context, { _id }: OrderResponse): string => `${ctx.config.siteUrl}/orders/${_id}`;
/** A single order has its own page, several are found in the list. */
const linkTo = (ctx: Context, orders: readonly OrderResponse[], list: string): string => {
  const [only, second] = orders;
  return only && !second ? orderLink(ctx, only) : `${ctx.config.siteUrl}${list}`;
};

/** Sends one receipt for everything that was paid together. */
export async function mailReceipt(tx: Context, orders: readonly OrderResponse[]): Promise<void> {
  const [first] = orders;
  const buyer = first && (await findAccount(tx, first.user._id));
  if (!first || !buyer?.email) return;
  await sendMail(tx, 'order-receipt', buyer.email, {
    name: nameOf(buyer),
    receiptNumber: first.receiptNumber,
    at: first.createdAt,
    lines: orders.map(orderLineOf),
    total_cents: orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0n),
    hasFiles: orders.some(({ product }) => product.type === 'digital'),
    link: linkTo(tx, orders, '/orders'),
  });
}

/** Sends each seller the list of their sold products. */
export async function mailSellers(tx: Context, orders: readonly OrderResponse[]): Promise<void> {
  for (const sellerId of new Set(orders.map(({ performer }) => performer._id))) {
    const [seller, sold] = [await findAccount(tx, sellerId), orders.filter(({ performer }) => performer._id === sellerId)];
    const [first] = sold;
    if (!seller?.email || !first) continue;
    await sendMail(tx, 'order-received', seller.email, {
      name: nameOf(seller),
      buyer: first.user.name,
      lines: sold.map(orderLineOf),
      note: first.userNote,
      needsShipping: sold.some(({ product }) => product.type === 'physical'),
      link: linkTo(tx, sold, `/${seller.username ?? seller.id}?tab=sales`),
    });
  }
}

/** Mails the buyer the new status of their order. */
export async function mailStatus(tx: Context, order: OrderResponse, note: string): Promise<void> {
  const buyer = await findAccount(tx, order.user._id);
  if (!buyer?.email) return;
  await sendMail(tx, 'order-status', buyer.email, {
    name: nameOf(buyer),
    orderNumber: order.orderNumber,
    product: order.product.name,
    status: order.deliveryStatus,
    shippingCode: order.shippingCode,
    note,
    link: orderLink(tx, order),
  });
}

/** Mails the seller that the delivery address has changed. */
export async function mailAddressChange(tx: Context, order: OrderResponse): Promise<void> {
  const seller = await findAccount(tx, order.performer._id);
  if (!seller?.email) return;
  const { orderNumber, product } = order;
  await sendMail(tx, 'delivery-address-changed', seller.email, {
    name: nameOf(seller),
    orderNumber,
    product: product.name,
    link: orderLink(tx, order),
  });
}
