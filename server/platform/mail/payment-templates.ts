/** Mails about payments. Amounts are formatted texts with their currency. */
import { momentOf } from '../languages/formats';
import { say, type Message } from '../languages/messages';
import { button, details, greeting, note, quote, text } from './blocks';
import type { Detail, MailContent, Site } from './layout';

interface PaymentValues {
  name: string;
  receiptNumber: string;
  /** The purchased product. */
  product: Message;
  /** Brand and last digits; null if it was not paid with a card. */
  card: string | null;
  link: string;
}

export interface PaymentTemplateValues {
  /** `originalPrice` is null without a discount; `coupon` is the code of the discount. */
  receipt: PaymentValues & { at: Date; originalPrice: Message | null; totalPrice: Message; coupon: string | null };
  'payment-refunded': PaymentValues & { amount: Message; reason: string };
  /** The bank rejected a refund. `isInWallet`: the payer has the tokens again; otherwise the site still owes the money. */
  'refund-returned': PaymentValues & { amount: Message; isInWallet: boolean };
}

const paymentsButton = (link: string) => button(say`See your payments`, link);
const cardDetail = (card: string | null): Detail[] => (card === null ? [] : [[say`Card`, card]]);

export const paymentTemplates: {
  [T in keyof PaymentTemplateValues]: (values: PaymentTemplateValues[T], site: Site) => MailContent;
} = {
  receipt: ({ name, receiptNumber, at, product, originalPrice, totalPrice, coupon, card, link }, site) => ({
    subject: say`Your receipt ${receiptNumber} from ${site.name}`,
    preview: say`${product}: ${totalPrice}.`,
    blocks: [
      greeting(name),
      text(say`Thank you. Your payment has arrived:`),
      details(
        [say`Receipt`, receiptNumber],
        [say`Date`, momentOf(at)],
        [say`Product`, product],
        ...(originalPrice === null ? [] : ([[say`Price`, originalPrice]] satisfies Detail[])),
        ...(coupon === null ? [] : ([[say`Coupon`, coupon]] satisfies Detail[])),
        [say`Paid`, totalPrice],
        ...cardDetail(card),
      ),
      paymentsButton(link),
      note(say`Keep this message as your receipt.`),
    ],
  }),
  'payment-refunded': ({ name, receiptNumber, product, amount, card, reason, link }, site) => ({
    subject: say`${amount} went back to you from ${site.name}`,
    preview: say`Receipt ${receiptNumber} was refunded.`,
    blocks: [
      greeting(name),
      text(say`A payment of yours was given back. The reason:`),
      quote(reason),
      details([say`Receipt`, receiptNumber], [say`Product`, product], [say`Given back`, amount], ...cardDetail(card)),
      text(card === null ? say`You find it in your wallet now.` : say`Your bank may take some days until it shows on the card.`),
      paymentsButton(link),
    ],
  }),
  'refund-returned': ({ name, receiptNumber, product, amount, card, isInWallet, link }, site) => ({
    subject: say`Your bank did not take ${amount} from ${site.name}`,
    preview: say`The refund of receipt ${receiptNumber} came back.`,
    blocks: [
      greeting(name),
      text(say`We gave a payment back to you, and your bank did not take it. It may have closed the card.`),
      text(isInWallet ? say`What it had bought is in your wallet again.` : say`We will find another way: you do not have to do anything.`),
      details([say`Receipt`, receiptNumber], [say`Product`, product], [say`Came back`, amount], ...cardDetail(card)),
      paymentsButton(link),
    ],
  }),
};
