/** What orders write to buyers and sellers; an account without an address is not written to. */
import type { Context } from '../../platform/context';
import { sendMail } from '../../mail/mail';
import type { OrderLine } from '../../platform/mail/order-templates';
import { findAccount, nameOf } from '../../modules/people/people';
import type { OrderAnswer } from './rows';

const lineOf = ({ orderNumber, product, quantity, totalPrice }: OrderAnswer): OrderLine => ({
  orderNumber,
  product: product.name,
  quantity,
  cents: totalPrice,
});
const orderLink = (ctx: Context, { _id }: OrderAnswer): string => `${ctx.config.siteUrl}/orders/${_id}`;
/** One order has a page of its own, several are found in the list. */
const linkTo = (ctx: Context, orders: readonly OrderAnswer[], list: string): string => {
  const [only, second] = orders;
  return only && !second ? orderLink(ctx, only) : `${ctx.config.siteUrl}${list}`;
};

/** One receipt for all that was paid at once. */
export async function tellBuyer(tx: Context, orders: readonly OrderAnswer[]): Promise<void> {
  const [first] = orders;
  const buyer = first && (await findAccount(tx, first.user._id));
  if (!first || !buyer?.email) return;
  await sendMail(tx, 'order-receipt', buyer.email, {
    name: nameOf(buyer),
    receiptNumber: first.receiptNumber,
    at: first.createdAt,
    lines: orders.map(lineOf),
    total_cents: orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0n),
    hasFiles: orders.some(({ product }) => product.type === 'digital'),
    link: linkTo(tx, orders, '/orders'),
  });
}

/** To each seller what was bought of hers. */
export async function tellSellers(tx: Context, orders: readonly OrderAnswer[]): Promise<void> {
  for (const sellerId of new Set(orders.map(({ performer }) => performer._id))) {
    const [seller, sold] = [await findAccount(tx, sellerId), orders.filter(({ performer }) => performer._id === sellerId)];
    const [first] = sold;
    if (!seller?.email || !first) continue;
    await sendMail(tx, 'order-received', seller.email, {
      name: nameOf(seller),
      buyer: first.user.name,
      lines: sold.map(lineOf),
      note: first.userNote,
      isPosted: sold.some(({ product }) => product.type === 'physical'),
      link: linkTo(tx, sold, `/${seller.username ?? seller.id}?tab=sales`),
    });
  }
}

/** To the buyer: how far her order is now. */
export async function tellStatus(tx: Context, order: OrderAnswer, words: string): Promise<void> {
  const buyer = await findAccount(tx, order.user._id);
  if (!buyer?.email) return;
  await sendMail(tx, 'order-status', buyer.email, {
    name: nameOf(buyer),
    orderNumber: order.orderNumber,
    product: order.product.name,
    status: order.deliveryStatus,
    shippingCode: order.shippingCode,
    note: words,
    link: orderLink(tx, order),
  });
}

/** To the seller: it goes elsewhere now. */
export async function tellAddress(tx: Context, order: OrderAnswer): Promise<void> {
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
