/** What performers are told of their earnings, operators of payouts, and fans of what they get back. Amounts come in hundredths. */
import { amountOf } from '@contract/values';
import { button, facts, greeting, note, quote, shownName, text } from './blocks';
import type { MailContent, Site } from './layout';
import { shareText } from '../telling';

export interface EarningTemplateValues {
  /** To operators. `link` leads to the payout requests that wait. */
  'payout-requested': { performer: string; amount_cents: bigint; method: string; note: string; link: string };
  /**
   * To the performer. `note` is what the operator wrote, and `reference` how the payment can be found; `returned` is an amount
   * that came back after it was paid.
   */
  'payout-decided': {
    name: string;
    decision: 'approved' | 'rejected' | 'done' | 'returned';
    amount_cents: bigint;
    account: string;
    note: string;
    reference: string;
    link: string;
  };
  /** To the buyer: what went back to her wallet, and why. */
  refund: { name: string; performer: string; amount_cents: bigint; reason: string; link: string };
  /** To the performer. `share` is the site's, from 0 to 1. */
  'commission-changed': { name: string; share: number; link: string };
}

const tokens = (cents: bigint): string => `${amountOf(cents).toFixed(2)} tokens`;

const decided = {
  approved: { subject: 'was approved', words: 'Your payout request was approved. You hear from us again when it is paid.' },
  rejected: { subject: 'was not approved', words: 'Your payout request was not approved, and the amount is available to you again.' },
  done: { subject: 'was paid', words: 'Your payout was made. It can take some days until it arrives.' },
  returned: {
    subject: 'came back',
    words:
      'Your payout was paid and came back to us. It is available to you again. Check where your payouts go before you ask for it anew.',
  },
} as const;

export const earningTemplates: {
  [T in keyof EarningTemplateValues]: (values: EarningTemplateValues[T], site: Site) => MailContent;
} = {
  'payout-requested': ({ performer, amount_cents, method, note: words, link }, site) => ({
    subject: `A payout request at ${site.name}: ${tokens(amount_cents)}`,
    preview: 'It waits for a decision.',
    blocks: [
      text(`${shownName(performer, 'A performer')} asked for a payout.`),
      facts(['Amount', tokens(amount_cents)], ['To', method]),
      ...(words === '' ? [] : [quote(words)]),
      button('See payout requests', link),
    ],
  }),
  'payout-decided': ({ name, decision, amount_cents, account, note: words, reference, link }, site) => ({
    subject: `Your payout at ${site.name} ${decided[decision].subject}`,
    preview: `${tokens(amount_cents)} to ${account}.`,
    blocks: [
      greeting(name),
      text(decided[decision].words),
      facts(
        ['Amount', tokens(amount_cents)],
        ['To', account],
        ...(reference === '' ? [] : ([['Reference', reference]] satisfies [string, string][])),
      ),
      ...(words === '' ? [] : [quote(words)]),
      button('See your payouts', link),
    ],
  }),
  refund: ({ name, performer, amount_cents, reason, link }, site) => ({
    subject: `${tokens(amount_cents)} went back to your wallet at ${site.name}`,
    preview: 'A payment was refunded.',
    blocks: [
      greeting(name),
      text(`A payment to ${shownName(performer, 'a performer')} was refunded. The tokens are in your wallet already. The reason:`),
      quote(reason),
      facts(['Refunded', tokens(amount_cents)]),
      button('See your wallet', link),
    ],
  }),
  'commission-changed': ({ name, share, link }, site) => ({
    subject: `Your commission at ${site.name} changes`,
    preview: `The site keeps ${shareText(share)} of what you sell from now on.`,
    blocks: [
      greeting(name),
      text(`From now on the site keeps ${shareText(share)} of what you sell.`),
      note('What you have sold already stays as it is.'),
      button('See your earnings', link),
    ],
  }),
};
