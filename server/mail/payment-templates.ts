/** What payers are told of their payments. Amounts come as text, with the currency that the card paid in. */
import { button, facts, greeting, momentOf, note, quote, text } from './blocks';
import type { MailContent, Site } from './layout';

interface OfPayment {
  name: string;
  receiptNumber: string;
  /** What was bought. */
  product: string;
  /** Brand and last digits; null where no card paid. */
  card: string | null;
  link: string;
}

export interface PaymentTemplateValues {
  /** `coupon` is the code that lowered the price. */
  receipt: OfPayment & { at: Date; originalPrice: string; totalPrice: string; coupon: string | null };
  'payment-refunded': OfPayment & { amount: string; reason: string };
  /** Her bank did not take a refund. `isInWallet`: she has the tokens again; else the site has her money and finds another way. */
  'refund-returned': OfPayment & { amount: string; isInWallet: boolean };
}

const see = (link: string) => button('See your payments', link);
const cardFact = (card: string | null): [string, string][] => (card === null ? [] : [['Card', card]]);

export const paymentTemplates: {
  [T in keyof PaymentTemplateValues]: (values: PaymentTemplateValues[T], site: Site) => MailContent;
} = {
  receipt: ({ name, receiptNumber, at, product, originalPrice, totalPrice, coupon, card, link }, site) => ({
    subject: `Your receipt ${receiptNumber} from ${site.name}`,
    preview: `${product}: ${totalPrice}.`,
    blocks: [
      greeting(name),
      text('Thank you. Your payment has arrived:'),
      facts(
        ['Receipt', receiptNumber],
        ['Date', momentOf(at)],
        ['Product', product],
        ...(originalPrice === totalPrice ? [] : ([['Price', originalPrice]] satisfies [string, string][])),
        ...(coupon === null ? [] : ([['Coupon', coupon]] satisfies [string, string][])),
        ['Paid', totalPrice],
        ...cardFact(card),
      ),
      see(link),
      note('Keep this message as your receipt.'),
    ],
  }),
  'payment-refunded': ({ name, receiptNumber, product, amount, card, reason, link }, site) => ({
    subject: `${amount} went back to you from ${site.name}`,
    preview: `Receipt ${receiptNumber} was refunded.`,
    blocks: [
      greeting(name),
      text('A payment of yours was given back. The reason:'),
      quote(reason),
      facts(['Receipt', receiptNumber], ['Product', product], ['Given back', amount], ...cardFact(card)),
      text(card === null ? 'You find it in your wallet now.' : 'Your bank may take some days until it shows on the card.'),
      see(link),
    ],
  }),
  'refund-returned': ({ name, receiptNumber, product, amount, card, isInWallet, link }, site) => ({
    subject: `Your bank did not take ${amount} from ${site.name}`,
    preview: `The refund of receipt ${receiptNumber} came back.`,
    blocks: [
      greeting(name),
      text('We gave a payment back to you, and your bank did not take it. It may have closed the card.'),
      text(isInWallet ? 'What it had bought is in your wallet again.' : 'We will find another way: you do not have to do anything.'),
      facts(['Receipt', receiptNumber], ['Product', product], ['Came back', amount], ...cardFact(card)),
      see(link),
    ],
  }),
};
