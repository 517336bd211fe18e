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
      text(say`Thank you. We’ve received your payment:`),
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
    subject: say`${site.name} refunded you ${amount}`,
    preview: say`Refund for receipt ${receiptNumber}.`,
    blocks: [
      greeting(name),
      text(say`We refunded your payment. Reason:`),
      quote(reason),
      details([say`Receipt`, receiptNumber], [say`Product`, product], [say`Refunded`, amount], ...cardDetail(card)),
      text(card === null ? say`The amount is in your wallet now.` : say`It can take a few days to appear on your card.`),
      paymentsButton(link),
    ],
  }),
  'refund-returned': ({ name, receiptNumber, product, amount, card, isInWallet, link }, site) => ({
    subject: say`Your bank rejected a refund of ${amount} from ${site.name}`,
    preview: say`The refund for receipt ${receiptNumber} was returned to us.`,
    blocks: [
      greeting(name),
      text(say`We refunded your payment, but your bank rejected the refund. The card may have been closed.`),
      text(
        isInWallet
          ? say`The tokens it paid for are back in your wallet.`
          : say`We’ll find another way to refund you. You don’t need to do anything.`,
      ),
      details([say`Receipt`, receiptNumber], [say`Product`, product], [say`Returned`, amount], ...cardDetail(card)),
      paymentsButton(link),
    ],
  }),
};
