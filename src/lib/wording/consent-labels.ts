/** Labels and tones of consents and releases. */
import type { Consent, ItemState, ReleaseStatus } from '@contract/kernel/values/content';
import type { StateLabel } from './state-label';

export const consentMarks: Readonly<Record<Consent, StateLabel>> = {
  asked: { label: 'Not answered yet', tone: 'warn' },
  accepted: { label: 'Agreed', tone: 'ok' },
  declined: { label: 'Refused', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
};

export const releaseMarks: Readonly<Record<ReleaseStatus, StateLabel>> = {
  waiting: { label: 'In review', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  rejected: { label: 'Rejected', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
};

/** The note for an item that waits for the consent of people in it; null for other states. */
export function pendingText(state: ItemState): string | null {
  if (state === 'awaiting-consent') return 'Will be published once everyone in it agrees';
  return state === 'consent-refused' ? 'Not published because someone in it declined consent' : null;
}
