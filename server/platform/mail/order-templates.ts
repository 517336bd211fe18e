/** Mails about orders, to buyers and sellers. */
import type { DeliveryStatus } from '@contract/kernel/values/store';
import { momentOf, tokensOf } from '../languages/formats';
import { asWritten, say, type Message } from '../languages/messages';
import { button, details, greeting, note, quote, safeName, text } from './blocks';
import type { Block, Detail, MailContent, Site } from './layout';

/** An order line. */
export interface OrderLine {
  orderNumber: string;
  product: string;
  quantity: number;
  cents: bigint;
}

export interface OrderTemplateValues {
  /** To the buyer: one receipt per checkout. `hasFiles`: it contains digital products. */
  'order-receipt': {
    name: string;
    receiptNumber: string;
    at: Date;
    lines: OrderLine[];
    total_cents: bigint;
    hasFiles: boolean;
    link: string;
  };
  /** To the seller. `isPosted`: it contains products to be shipped. */
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

const lineDetails = (lines: readonly OrderLine[]): Detail[] =>
  lines.map(({ orderNumber, product, quantity, cents }) => [
    asWritten(orderNumber),
    say`${String(quantity)} × ${product}, ${tokensOf(cents)}`,
  ]);
const optionalQuote = (words: string): Block[] => (words === '' ? [] : [quote(words)]);

const statusTexts: Record<DeliveryStatus, { subject: (orderNumber: string) => Message; words: Message }> = {
  processing: { subject: (order) => say`Order ${order} is being prepared`, words: say`Your order is being prepared:` },
  shipping: { subject: (order) => say`Order ${order} is on its way`, words: say`Your order is on its way:` },
  delivered: { subject: (order) => say`Order ${order} was delivered`, words: say`Your order was delivered:` },
  refunded: { subject: (order) => say`Order ${order} was refunded`, words: say`Your order was refunded:` },
};

export const orderTemplates: {
  [T in keyof OrderTemplateValues]: (values: OrderTemplateValues[T], site: Site) => MailContent;
} = {
  'order-receipt': ({ name, receiptNumber, at, lines, total_cents, hasFiles, link }, site) => ({
    subject: say`Your receipt ${receiptNumber} from ${site.name}`,
    preview: say`You paid ${tokensOf(total_cents)}.`,
    blocks: [
      greeting(name),
      text(say`Thank you for your order:`),
      details([say`Receipt`, receiptNumber], [say`Date`, momentOf(at)], ...lineDetails(lines), [
        say`Paid from your wallet`,
        tokensOf(total_cents),
      ]),
      ...(hasFiles ? [text(say`Your files are ready: you can download them from your orders at any time.`)] : []),
      button(say`See your orders`, link),
      note(say`Keep this message as your receipt.`),
    ],
  }),
  'order-received': ({ name, buyer, lines, note: words, isPosted, link }, site) => ({
    subject: say`You have sold something at ${site.name}`,
    preview: isPosted ? say`It waits to be sent.` : say`It was delivered at once.`,
    blocks: [
      greeting(name),
      text(say`${safeName(buyer, say`A fan`)} has bought from your store:`),
      details(...lineDetails(lines)),
      ...optionalQuote(words),
      text(
        isPosted ? say`Please send it soon, and mark it as shipping.` : say`There is nothing for you to do: files are delivered at once.`,
      ),
      button(say`See your sales`, link),
    ],
  }),
  'order-status': ({ name, orderNumber, product, status, shippingCode, note: words, link }, site) => ({
    subject: statusTexts[status].subject(orderNumber),
    preview: say`${product} from ${site.name}.`,
    blocks: [
      greeting(name),
      text(statusTexts[status].words),
      details(
        [say`Order`, orderNumber],
        [say`Product`, product],
        ...(shippingCode === '' ? [] : ([[say`Shipping code`, shippingCode]] satisfies Detail[])),
      ),
      ...optionalQuote(words),
      button(say`See the order`, link),
    ],
  }),
  'delivery-address-changed': ({ name, orderNumber, product, link }) => ({
    subject: say`Another address for order ${orderNumber}`,
    preview: say`The buyer has changed where it goes.`,
    blocks: [
      greeting(name),
      text(say`The buyer of this order has changed where it goes. Please look at the new address before you send it.`),
      details([say`Order`, orderNumber], [say`Product`, product]),
      button(say`See the order`, link),
    ],
  }),
};
