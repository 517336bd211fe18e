/** Receipts of private shows, to both participants. Amounts are in cents. */
import { momentOf, formatTokenCount } from '../languages/formats';
import { say } from '../languages/messages';
import { button, details, greeting, note, safeName, text } from './blocks';
import type { Detail, MailContent, Site } from './layout';

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
  /** To the fan. `released_cents`: the unused part of the hold. */
  'show-receipt': Bill & { performer: string; released_cents: bigint };
  /** To the performer. */
  'show-earned': Bill & { fan: string; commission_cents: bigint; earning_cents: bigint };
}

const billDetails = ({ receiptNumber, at, minutes, minute_cents, total_cents }: Bill): Detail[] => [
  [say`Receipt`, receiptNumber],
  [say`Date`, momentOf(at)],
  [say`Minutes`, say`${String(minutes)} at ${formatTokenCount(minute_cents)}`],
  [say`Total`, formatTokenCount(total_cents)],
];

export const showTemplates: { [T in keyof ShowTemplateValues]: (values: ShowTemplateValues[T], site: Site) => MailContent } = {
  'show-receipt': ({ performer, released_cents, ...bill }, site) => ({
    subject: say`Your private show receipt from ${site.name}`,
    preview: say`You paid ${formatTokenCount(bill.total_cents)}.`,
    blocks: [
      greeting(bill.name),
      text(say`Your private show with ${safeName(performer, say`a creator`)} has ended:`),
      details(...billDetails(bill), [say`Back in your wallet`, formatTokenCount(released_cents)]),
      button(say`See your wallet`, bill.link),
      note(say`Keep this message as your receipt.`),
    ],
  }),
  'show-earned': ({ fan, commission_cents, earning_cents, ...bill }, site) => ({
    subject: say`Your private show on ${site.name}`,
    preview: say`You receive ${formatTokenCount(earning_cents)}.`,
    blocks: [
      greeting(bill.name),
      text(say`Your private show with ${safeName(fan, say`a fan`)} has ended:`),
      details(
        ...billDetails(bill),
        [say`The site keeps`, formatTokenCount(commission_cents)],
        [say`You receive`, formatTokenCount(earning_cents)],
      ),
      button(say`See your earnings`, bill.link),
    ],
  }),
};
