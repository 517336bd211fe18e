/** Mails about earnings, payouts and refunds. Amounts are in cents. */
import { shareOf, formatTokenCount } from '../languages/formats';
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

const decisionTexts = {
  approved: {
    subject: (site: string) => say`Your ${site} payout was approved`,
    body: say`Your payout request was approved. We’ll let you know once it’s paid.`,
  },
  rejected: {
    subject: (site: string) => say`Your ${site} payout wasn’t approved`,
    body: say`Your payout request wasn’t approved. The amount is available to you again.`,
  },
  done: {
    subject: (site: string) => say`Your ${site} payout was sent`,
    body: say`We’ve sent your payout. It can take a few days to arrive.`,
  },
  returned: {
    subject: (site: string) => say`Your ${site} payout was returned`,
    body: say`Your payout was sent, but it was returned to us. The amount is available to you again. Check your payout details before you request it again.`,
  },
} as const;

export const earningTemplates: {
  [T in keyof EarningTemplateValues]: (values: EarningTemplateValues[T], site: Site) => MailContent;
} = {
  'payout-requested': ({ performer, amount_cents, method, note: noteText, link }, site) => ({
    subject: say`New payout request on ${site.name}: ${formatTokenCount(amount_cents)}`,
    preview: say`It’s waiting for a decision.`,
    blocks: [
      text(say`${safeName(performer, say`A creator`)} requested a payout.`),
      details([say`Amount`, formatTokenCount(amount_cents)], [say`Payout method`, method]),
      ...(noteText === '' ? [] : [quote(noteText)]),
      button(say`See payout requests`, link),
    ],
  }),
  'payout-decided': ({ name, decision, amount_cents, account, note: noteText, reference, link }, site) => ({
    subject: decisionTexts[decision].subject(site.name),
    preview: say`${formatTokenCount(amount_cents)} to ${account}.`,
    blocks: [
      greeting(name),
      text(decisionTexts[decision].body),
      details(
        [say`Amount`, formatTokenCount(amount_cents)],
        [say`Payout method`, account],
        ...(reference === '' ? [] : ([[say`Reference`, reference]] satisfies Detail[])),
      ),
      ...(noteText === '' ? [] : [quote(noteText)]),
      button(say`See your payouts`, link),
    ],
  }),
  refund: ({ name, performer, amount_cents, reason, link }, site) => ({
    subject: say`${formatTokenCount(amount_cents)} refunded to your ${site.name} wallet`,
    preview: say`Your payment was refunded.`,
    blocks: [
      greeting(name),
      text(say`Your payment to ${safeName(performer, say`a creator`)} was refunded. The tokens are back in your wallet. Reason:`),
      quote(reason),
      details([say`Refunded`, formatTokenCount(amount_cents)]),
      button(say`See your wallet`, link),
    ],
  }),
  'commission-changed': ({ name, share, link }, site) => ({
    subject: say`Your commission on ${site.name} has changed`,
    preview: say`The site keeps ${shareOf(share)} of your future sales.`,
    blocks: [
      greeting(name),
      text(say`From now on, the site keeps ${shareOf(share)} of each sale.`),
      note(say`Past sales aren’t affected.`),
      button(say`See your earnings`, link),
    ],
  }),
};
