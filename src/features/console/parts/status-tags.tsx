/** Status tags of accounts, performers and mails: each has a label and a color, never only a color. */
import { StateMark } from '@web/ui/feedback/state-mark';
import type { StateLabel } from '@web/lib/wording/state-label';

const states: Record<string, StateLabel> = {
  active: { label: 'Active', tone: 'ok' },
  inactive: { label: 'Inactive', tone: 'quiet' },
  suspended: { label: 'Suspended', tone: 'danger' },
  deleting: { label: 'Scheduled for deletion', tone: 'warn' },
  deleted: { label: 'Deleted', tone: 'quiet' },
  none: { label: 'No documents', tone: 'quiet' },
  pending: { label: 'Pending review', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  rejected: { label: 'Rejected', tone: 'danger' },
  queued: { label: 'Queued', tone: 'warn' },
  sent: { label: 'Sent', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
  held: { label: 'Held back', tone: 'quiet' },
};

/** The label of a status. */
export const statusLabel = (state: string): string => states[state]?.label ?? state;

export function StatusTag({ of: state }: { of: string }) {
  return <StateMark tone={states[state]?.tone ?? 'quiet'}>{statusLabel(state)}</StateMark>;
}

export const roleLabels = { user: 'Fan', performer: 'Creator', operator: 'Operator' } as const;

/** The select options of a list of statuses. */
export const statusOptions = (list: readonly string[]) => list.map((value) => ({ value, label: statusLabel(value) }));
export const roleOptions = () => Object.entries(roleLabels).map(([value, label]) => ({ value, label }));
