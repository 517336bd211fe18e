/** What the two of a private show are told of its bill. Amounts come in hundredths. */
import { amountOf } from '@contract/values';
import { button, facts, greeting, momentOf, note, shownName, text } from './blocks';
import type { MailContent, Site } from './layout';

interface Bill {
  name: string;
  receiptNumber: string;
  at: Date;
  minutes: number;
  minute_cents: bigint;
  total_cents: bigint;
  link: string;
}

export interface ShowTemplateValues {
  /** To the fan. `released`: what was set aside and not used. */
  'show-receipt': Bill & { performer: string; released_cents: bigint };
  /** To the performer. */
  'show-earned': Bill & { fan: string; commission_cents: bigint; earning_cents: bigint };
}

const tokens = (cents: bigint): string => `${amountOf(cents).toFixed(2)} tokens`;
const billed = ({ receiptNumber, at, minutes, minute_cents, total_cents }: Bill): [string, string][] => [
  ['Receipt', receiptNumber],
  ['Date', momentOf(at)],
  ['Minutes', `${String(minutes)} at ${tokens(minute_cents)}`],
  ['Total', tokens(total_cents)],
];

export const showTemplates: { [T in keyof ShowTemplateValues]: (values: ShowTemplateValues[T], site: Site) => MailContent } = {
  'show-receipt': ({ performer, released_cents, ...bill }, site) => ({
    subject: `Your receipt for a private show at ${site.name}`,
    preview: `You paid ${tokens(bill.total_cents)}.`,
    blocks: [
      greeting(bill.name),
      text(`Your private show with ${shownName(performer, 'a performer')} has ended:`),
      facts(...billed(bill), ['Back in your wallet', tokens(released_cents)]),
      button('See your wallet', bill.link),
      note('Keep this message as your receipt.'),
    ],
  }),
  'show-earned': ({ fan, commission_cents, earning_cents, ...bill }, site) => ({
    subject: `Your private show at ${site.name}`,
    preview: `You receive ${tokens(earning_cents)}.`,
    blocks: [
      greeting(bill.name),
      text(`Your private show with ${shownName(fan, 'a fan')} has ended:`),
      facts(...billed(bill), ['The site keeps', tokens(commission_cents)], ['You receive', tokens(earning_cents)]),
      button('See your earnings', bill.link),
    ],
  }),
};
