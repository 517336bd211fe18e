/** What payers are told of their payments. Amounts come as words, with the currency that the card paid in. */
import { momentOf } from '../languages/formats';
import { say, type Words } from '../../languages/say';
import { button, facts, greeting, note, quote, text } from '../../mail/blocks';
import type { Fact, MailContent, Site } from './layout';

interface OfPayment {
  name: string;
  receiptNumber: string;
  /** What was bought. */
  product: Words;
  /** Brand and last digits; null where no card paid. */
  card: string | null;
  link: string;
}

export interface PaymentTemplateValues {
  /** `originalPrice` is null where nothing lowered it; `coupon` is the code that did. */
  receipt: OfPayment & { at: Date; originalPrice: Words | null; totalPrice: Words; coupon: string | null };
  'payment-refunded': OfPayment & { amount: Words; reason: string };
  /** Her bank did not take a refund. `isInWallet`: she has the tokens again; else the site has her money and finds another way. */
  'refund-returned': OfPayment & { amount: Words; isInWallet: boolean };
}

const see = (link: string) => button(say`See your payments`, link);
const cardFact = (card: string | null): Fact[] => (card === null ? [] : [[say`Card`, card]]);

export const paymentTemplates: {
  [T in keyof PaymentTemplateValues]: (values: PaymentTemplateValues[T], site: Site) => MailContent;
} = {
  receipt: ({ name, receiptNumber, at, product, originalPrice, totalPrice, coupon, card, link }, site) => ({
    subject: say`Your receipt ${receiptNumber} from ${site.name}`,
    preview: say`${product}: ${totalPrice}.`,
    blocks: [
      greeting(name),
      text(say`Thank you. Your payment has arrived:`),
      facts(
        [say`Receipt`, receiptNumber],
        [say`Date`, momentOf(at)],
        [say`Product`, product],
        ...(originalPrice === null ? [] : ([[say`Price`, originalPrice]] satisfies Fact[])),
        ...(coupon === null ? [] : ([[say`Coupon`, coupon]] satisfies Fact[])),
        [say`Paid`, totalPrice],
        ...cardFact(card),
      ),
      see(link),
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
      facts([say`Receipt`, receiptNumber], [say`Product`, product], [say`Given back`, amount], ...cardFact(card)),
      text(card === null ? say`You find it in your wallet now.` : say`Your bank may take some days until it shows on the card.`),
      see(link),
    ],
  }),
  'refund-returned': ({ name, receiptNumber, product, amount, card, isInWallet, link }, site) => ({
    subject: say`Your bank did not take ${amount} from ${site.name}`,
    preview: say`The refund of receipt ${receiptNumber} came back.`,
    blocks: [
      greeting(name),
      text(say`We gave a payment back to you, and your bank did not take it. It may have closed the card.`),
      text(isInWallet ? say`What it had bought is in your wallet again.` : say`We will find another way: you do not have to do anything.`),
      facts([say`Receipt`, receiptNumber], [say`Product`, product], [say`Came back`, amount], ...cardFact(card)),
      see(link),
    ],
  }),
};
