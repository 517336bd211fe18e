/** What buyers and sellers are told of orders. */
import { amountOf, type DeliveryStatus } from '@contract/values';
import { button, facts, greeting, momentOf, note, quote, shownName, text } from './blocks';
import type { Block, MailContent, Site } from './layout';

/** A line of an order, as people read it. */
export interface OrderLine {
  orderNumber: string;
  product: string;
  quantity: number;
  cents: bigint;
}

export interface OrderTemplateValues {
  /** To the buyer: one receipt for all that she paid at once. `hasFiles`: something of it can be downloaded now. */
  'order-receipt': {
    name: string;
    receiptNumber: string;
    at: Date;
    lines: OrderLine[];
    total_cents: bigint;
    hasFiles: boolean;
    link: string;
  };
  /** To the seller. `isPosted`: something of it waits to be sent. */
  'order-received': { name: string; buyer: string; lines: OrderLine[]; note: string; isPosted: boolean; link: string };
  /** To the buyer. */
  'order-status': {
    name: string;
    orderNumber: string;
    product: string;
    status: DeliveryStatus;
    shippingCode: string;
    note: string;
    link: string;
  };
  /** To the seller. */
  'delivery-address-changed': { name: string; orderNumber: string; product: string; link: string };
}

const tokens = (cents: bigint): string => `${amountOf(cents).toFixed(2)} tokens`;
const lineFacts = (lines: readonly OrderLine[]): [string, string][] =>
  lines.map(({ orderNumber, product, quantity, cents }) => [orderNumber, `${String(quantity)} × ${product}, ${tokens(cents)}`]);
const said = (words: string): Block[] => (words === '' ? [] : [quote(words)]);

const became: Record<DeliveryStatus, string> = {
  processing: 'is being prepared',
  shipping: 'is on its way',
  delivered: 'was delivered',
  refunded: 'was refunded',
};

export const orderTemplates: {
  [T in keyof OrderTemplateValues]: (values: OrderTemplateValues[T], site: Site) => MailContent;
} = {
  'order-receipt': ({ name, receiptNumber, at, lines, total_cents, hasFiles, link }, site) => ({
    subject: `Your receipt ${receiptNumber} from ${site.name}`,
    preview: `You paid ${tokens(total_cents)}.`,
    blocks: [
      greeting(name),
      text('Thank you for your order:'),
      facts(['Receipt', receiptNumber], ['Date', momentOf(at)], ...lineFacts(lines), ['Paid from your wallet', tokens(total_cents)]),
      ...(hasFiles ? [text('Your files are ready: you can download them from your orders at any time.')] : []),
      button('See your orders', link),
      note('Keep this message as your receipt.'),
    ],
  }),
  'order-received': ({ name, buyer, lines, note: words, isPosted, link }, site) => ({
    subject: `You have sold something at ${site.name}`,
    preview: isPosted ? 'It waits to be sent.' : 'It was delivered at once.',
    blocks: [
      greeting(name),
      text(`${shownName(buyer, 'A fan')} has bought from your store:`),
      facts(...lineFacts(lines)),
      ...said(words),
      text(isPosted ? 'Please send it soon, and mark it as shipping.' : 'There is nothing for you to do: files are delivered at once.'),
      button('See your sales', link),
    ],
  }),
  'order-status': ({ name, orderNumber, product, status, shippingCode, note: words, link }, site) => ({
    subject: `Order ${orderNumber} ${became[status]}`,
    preview: `${product} from ${site.name}.`,
    blocks: [
      greeting(name),
      text(`Your order ${became[status]}:`),
      facts(
        ['Order', orderNumber],
        ['Product', product],
        ...(shippingCode === '' ? [] : ([['Shipping code', shippingCode]] satisfies [string, string][])),
      ),
      ...said(words),
      button('See the order', link),
    ],
  }),
  'delivery-address-changed': ({ name, orderNumber, product, link }) => ({
    subject: `Another address for order ${orderNumber}`,
    preview: 'The buyer has changed where it goes.',
    blocks: [
      greeting(name),
      text('The buyer of this order has changed where it goes. Please look at the new address before you send it.'),
      facts(['Order', orderNumber], ['Product', product]),
      button('See the order', link),
    ],
  }),
};
