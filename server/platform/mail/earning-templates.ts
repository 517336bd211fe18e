/** Mails about earnings, payouts and refunds. Amounts are in cents. */
import { shareOf, tokensOf } from '../languages/formats';
import { say } from '../languages/messages';
import { button, details, greeting, note, quote, safeName, text } from './blocks';
import type { Detail, MailContent, Site } from './layout';

export interface EarningTemplateValues {
  /** To operators. `link` leads to the pending payout requests. */
  'payout-requested': { performer: string; amount_cents: bigint; method: string; note: string; link: string };
  /**
   * To the performer. `note` is the operator's, `reference` identifies the payment; `returned` means that the payout came back after
   * it was paid.
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
  /** To the buyer: the refund to their wallet and its reason. */
  refund: { name: string; performer: string; amount_cents: bigint; reason: string; link: string };
  /** To the performer. `share` is the site's, from 0 to 1. */
  'commission-changed': { name: string; share: number; link: string };
}

const decided = {
  approved: {
    subject: (site: string) => say`Your payout at ${site} was approved`,
    words: say`Your payout request was approved. You hear from us again when it is paid.`,
  },
  rejected: {
    subject: (site: string) => say`Your payout at ${site} was not approved`,
    words: say`Your payout request was not approved, and the amount is available to you again.`,
  },
  done: {
    subject: (site: string) => say`Your payout at ${site} was paid`,
    words: say`Your payout was made. It can take some days until it arrives.`,
  },
  returned: {
    subject: (site: string) => say`Your payout at ${site} came back`,
    words: say`Your payout was paid and came back to us. It is available to you again. Check where your payouts go before you ask for it anew.`,
  },
} as const;

export const earningTemplates: {
  [T in keyof EarningTemplateValues]: (values: EarningTemplateValues[T], site: Site) => MailContent;
} = {
  'payout-requested': ({ performer, amount_cents, method, note: words, link }, site) => ({
    subject: say`A payout request at ${site.name}: ${tokensOf(amount_cents)}`,
    preview: say`It waits for a decision.`,
    blocks: [
      text(say`${safeName(performer, say`A performer`)} asked for a payout.`),
      details([say`Amount`, tokensOf(amount_cents)], [say`Goes to`, method]),
      ...(words === '' ? [] : [quote(words)]),
      button(say`See payout requests`, link),
    ],
  }),
  'payout-decided': ({ name, decision, amount_cents, account, note: words, reference, link }, site) => ({
    subject: decided[decision].subject(site.name),
    preview: say`${tokensOf(amount_cents)} to ${account}.`,
    blocks: [
      greeting(name),
      text(decided[decision].words),
      details(
        [say`Amount`, tokensOf(amount_cents)],
        [say`Goes to`, account],
        ...(reference === '' ? [] : ([[say`Reference`, reference]] satisfies Detail[])),
      ),
      ...(words === '' ? [] : [quote(words)]),
      button(say`See your payouts`, link),
    ],
  }),
  refund: ({ name, performer, amount_cents, reason, link }, site) => ({
    subject: say`${tokensOf(amount_cents)} went back to your wallet at ${site.name}`,
    preview: say`A payment was refunded.`,
    blocks: [
      greeting(name),
      text(say`A payment to ${safeName(performer, say`a performer`)} was refunded. The tokens are in your wallet already. The reason:`),
      quote(reason),
      details([say`Refunded`, tokensOf(amount_cents)]),
      button(say`See your wallet`, link),
    ],
  }),
  'commission-changed': ({ name, share, link }, site) => ({
    subject: say`Your commission at ${site.name} changes`,
    preview: say`The site keeps ${shareOf(share)} of what you sell from now on.`,
    blocks: [
      greeting(name),
      text(say`From now on the site keeps ${shareOf(share)} of what you sell.`),
      note(say`What you have sold already stays as it is.`),
      button(say`See your earnings`, link),
    ],
  }),
};
