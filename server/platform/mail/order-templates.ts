/** Mails about orders, to buyers and sellers. */
import type { DeliveryStatus } from '@contract/kernel/values/store';
import { momentOf, formatTokenCount } from '../languages/formats';
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
  /** To the seller. `needsShipping`: it contains products to be shipped. */
  'order-received': { name: string; buyer: string; lines: OrderLine[]; note: string; needsShipping: boolean; link: string };
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
    say`${String(quantity)} × ${product}, ${formatTokenCount(cents)}`,
  ]);
const optionalQuote = (userText: string): Block[] => (userText === '' ? [] : [quote(userText)]);

const statusTexts: Record<DeliveryStatus, { subject: (orderNumber: string) => Message; body: Message }> = {
  processing: { subject: (order) => say`Order ${order} is being prepared`, body: say`Your order is being prepared:` },
  shipping: { subject: (order) => say`Order ${order} is on its way`, body: say`Your order is on its way:` },
  delivered: { subject: (order) => say`Order ${order} was delivered`, body: say`Your order was delivered:` },
  refunded: { subject: (order) => say`Order ${order} was refunded`, body: say`Your order was refunded:` },
};

export const orderTemplates: {
  [T in keyof OrderTemplateValues]: (values: OrderTemplateValues[T], site: Site) => MailContent;
} = {
  'order-receipt': ({ name, receiptNumber, at, lines, total_cents, hasFiles, link }, site) => ({
    subject: say`Your receipt ${receiptNumber} from ${site.name}`,
    preview: say`You paid ${formatTokenCount(total_cents)}.`,
    blocks: [
      greeting(name),
      text(say`Thank you for your order:`),
      details([say`Receipt`, receiptNumber], [say`Date`, momentOf(at)], ...lineDetails(lines), [
        say`Paid from your wallet`,
        formatTokenCount(total_cents),
      ]),
      ...(hasFiles ? [text(say`Your files are ready. Download them from your orders anytime.`)] : []),
      button(say`See your orders`, link),
      note(say`Keep this message as your receipt.`),
    ],
  }),
  'order-received': ({ name, buyer, lines, note: noteText, needsShipping, link }, site) => ({
    subject: say`You made a sale on ${site.name}`,
    preview: needsShipping ? say`It’s ready to ship.` : say`The files were delivered automatically.`,
    blocks: [
      greeting(name),
      text(say`${safeName(buyer, say`A fan`)} bought from your store:`),
      details(...lineDetails(lines)),
      ...optionalQuote(noteText),
      text(
        needsShipping
          ? say`Please ship it soon and mark it as shipped.`
          : say`You don’t need to do anything. Files are delivered automatically.`,
      ),
      button(say`See your sales`, link),
    ],
  }),
  'order-status': ({ name, orderNumber, product, status, shippingCode, note: noteText, link }, site) => ({
    subject: statusTexts[status].subject(orderNumber),
    preview: say`${product} from ${site.name}.`,
    blocks: [
      greeting(name),
      text(statusTexts[status].body),
      details(
        [say`Order`, orderNumber],
        [say`Product`, product],
        ...(shippingCode === '' ? [] : ([[say`Tracking number`, shippingCode]] satisfies Detail[])),
      ),
      ...optionalQuote(noteText),
      button(say`See order`, link),
    ],
  }),
  'delivery-address-changed': ({ name, orderNumber, product, link }) => ({
    subject: say`New delivery address for order ${orderNumber}`,
    preview: say`Check it before you ship the order.`,
    blocks: [
      greeting(name),
      text(say`The buyer changed the delivery address of this order. Check the new address before you ship it.`),
      details([say`Order`, orderNumber], [say`Product`, product]),
      button(say`See order`, link),
    ],
  }),
};
