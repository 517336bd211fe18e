/** Texts about fans, their lists and messages sent to them. */
import type { ListRule, MassMessageStatus, vaultMarks, vaultTypes } from '@contract/kernel/values/messages';
import { countWords } from '@web/lib/i18n/counts';
import { numberFormat } from '@web/lib/i18n/intl';
import type { StateLabel } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';

export type VaultMark = (typeof vaultMarks)[number];

export const markLabels: Record<VaultMark, string> = { sent: 'Sent', offered: 'Offered', bought: 'Bought' };
export const vaultTypeLabels: Record<(typeof vaultTypes)[number], string> = { 'message-photo': 'Photos', 'message-video': 'Videos' };

const formatCount = (count: number): string => numberFormat(undefined, {}).format(count);

/** `Sent to 12 · bought by 3`; null when it was sent to no one. */
export function salesText({ sentTo, boughtBy }: { sentTo: number; boughtBy: number }): string | null {
  if (sentTo === 0) return null;
  const sent = `Sent to ${formatCount(sentTo)}`;
  return boughtBy === 0 ? sent : `${sent} · bought by ${formatCount(boughtBy)}`;
}

/** Built-in lists; own lists have the names that the performer chose. */
const ruleLabels: Record<ListRule, string> = {
  followers: 'Followers',
  subscribers: 'Subscribers',
  expired: 'Lapsed subscribers',
  buyers: 'Buyers',
};
export const listLabel = ({ rule, name }: { rule: ListRule | null; name: string }): string => (rule === null ? name : ruleLabels[rule]);

export const fansText = (count: number): string => countWords(count, 'fan');

type MassProgress = Pick<ResponseOf<'GET /mass-messages/:id'>, 'status' | 'sent' | 'recipients'>;

export const massStates: Record<MassMessageStatus, StateLabel> = {
  scheduled: { label: 'Scheduled', tone: 'warn' },
  sending: { label: 'Sending', tone: 'warn' },
  sent: { label: 'Sent', tone: 'ok' },
  unsent: { label: 'Unsent', tone: 'quiet' },
};

/** The state of a mass message, with its progress while it is being sent. */
export function massState({ status, sent, recipients }: MassProgress): StateLabel {
  const state = massStates[status];
  return status === 'sending' ? { ...state, label: `Sending ${formatCount(sent)} of ${formatCount(recipients)}` } : state;
}
