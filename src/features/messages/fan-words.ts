/** What is said of fans, of their lists and of what was sent to them. */
import type { ListRule, MassStatus, vaultMarks, vaultTypes } from '@contract/values';
import { countWords } from '@web/lib/i18n/counts';
import { numberFormat } from '@web/lib/intl';
import type { AnswerOf } from '@web/services/call';

export type VaultMark = (typeof vaultMarks)[number];

export const markWords: Record<VaultMark, string> = { sent: 'Sent', offered: 'Offered', bought: 'Bought' };
export const vaultTypeWords: Record<(typeof vaultTypes)[number], string> = { 'message-photo': 'Photos', 'message-video': 'Videos' };

const counted = (count: number): string => numberFormat(undefined, {}).format(count);

/** `Sent to 12 · bought by 3`; null for what nobody has yet. */
export function soldWords({ sentTo, boughtBy }: { sentTo: number; boughtBy: number }): string | null {
  if (sentTo === 0) return null;
  const sent = `Sent to ${counted(sentTo)}`;
  return boughtBy === 0 ? sent : `${sent} · bought by ${counted(boughtBy)}`;
}

/** Lists that the site keeps; own ones have the names that their performer gave them. */
const ruleWords: Record<ListRule, string> = {
  followers: 'Followers',
  subscribers: 'Subscribers',
  expired: 'Lapsed subscribers',
  buyers: 'Buyers',
};
export const listWord = ({ rule, name }: { rule: ListRule | null; name: string }): string => (rule === null ? name : ruleWords[rule]);

export const fansWords = (count: number): string => countWords(count, 'fan');

type Mass = Pick<AnswerOf<'GET /mass-messages/:id'>, 'status' | 'sent' | 'recipients'>;

interface State {
  word: string;
  tone: 'ok' | 'warn' | 'quiet';
}

export const massStates: Record<MassStatus, State> = {
  scheduled: { word: 'Scheduled', tone: 'warn' },
  sending: { word: 'Sending', tone: 'warn' },
  sent: { word: 'Sent', tone: 'ok' },
  unsent: { word: 'Unsent', tone: 'quiet' },
};

/** How a message to many stands, with how far it has come while it goes out. */
export function massState({ status, sent, recipients }: Mass): State {
  const state = massStates[status];
  return status === 'sending' ? { ...state, word: `Sending ${counted(sent)} of ${counted(recipients)}` } : state;
}
