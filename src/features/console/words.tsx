/** States of accounts, performers and mails in words, each with its colour and never by the colour alone. */
import { StateMark } from '@web/ui/feedback/state-mark';
import type { StateTone } from '@web/ui/feedback/state-mark';

const states: Record<string, { word: string; tone: StateTone }> = {
  active: { word: 'Active', tone: 'ok' },
  inactive: { word: 'Inactive', tone: 'quiet' },
  suspended: { word: 'Suspended', tone: 'danger' },
  deleting: { word: 'Being deleted', tone: 'warn' },
  deleted: { word: 'Deleted', tone: 'quiet' },
  none: { word: 'No documents', tone: 'quiet' },
  pending: { word: 'Waiting for review', tone: 'warn' },
  approved: { word: 'Approved', tone: 'ok' },
  rejected: { word: 'Rejected', tone: 'danger' },
  queued: { word: 'Queued', tone: 'warn' },
  sent: { word: 'Sent', tone: 'ok' },
  failed: { word: 'Failed', tone: 'danger' },
};

/** The word for a state. */
export const stateWord = (state: string): string => states[state]?.word ?? state;

export function State({ of: state }: { of: string }) {
  return <StateMark tone={states[state]?.tone ?? 'quiet'}>{stateWord(state)}</StateMark>;
}

export const roleWords = { user: 'Fan', performer: 'Performer', operator: 'Operator' } as const;

/** The options of a select for a list of states. */
export const stateOptions = (list: readonly string[]) => list.map((value) => ({ value, label: stateWord(value) }));
export const roleOptions = () => Object.entries(roleWords).map(([value, label]) => ({ value, label }));
