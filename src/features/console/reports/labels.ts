/** Labels of reports and decisions. */
import { reportReasons, reportReasonLabels, reportStatuses, reportTargets } from '@contract/kernel/values/moderation';
import type {
  DecisionAction,
  ReportAction,
  ReportReason,
  ReportSource,
  ReportStatus,
  ReportTarget,
} from '@contract/kernel/values/moderation';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { StateLabel } from '@web/lib/wording/state-label';

export const reportTargetLabels: Readonly<Record<ReportTarget, string>> = {
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  photo: 'Photo',
  product: 'Product',
  comment: 'Comment',
  message: 'Message',
  stream: 'Live stream',
  performer: 'Creator',
  user: 'Person',
};

/** The reason of a report. Reports made by the word filter have no other reason. */
export const reportReasonLabel = ({ source, reason }: { source: ReportSource; reason: ReportReason }): string =>
  source === 'words' ? 'Flagged by the word filter' : translateMessage(reportReasonLabels[reason]);

export const reportStates: Readonly<Record<ReportStatus, StateLabel>> = {
  open: { label: 'Pending', tone: 'warn' },
  resolved: { label: 'Upheld', tone: 'ok' },
  dismissed: { label: 'Dismissed', tone: 'quiet' },
};

/** The decision, as lists show it. */
export const actionLabels: Readonly<Record<ReportAction, string>> = {
  none: 'Dismissed',
  hide: 'Taken down',
  warn: 'Warned',
  suspend: 'Suspended',
};

export const decisionLabels: Readonly<Record<DecisionAction, string>> = {
  hide: 'Hidden',
  delete: 'Deleted',
  end: 'Stream ended',
  warn: 'Warned',
  suspend: 'Suspended',
};

export const reportFilters = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: reportStatuses.map((value) => ({ value, label: reportStates[value].label })),
  },
  {
    key: 'target',
    label: 'What',
    anyLabel: 'Anything',
    options: reportTargets.map((value) => ({ value, label: reportTargetLabels[value] })),
  },
  {
    key: 'reason',
    label: 'Reason',
    anyLabel: 'Any reason',
    options: reportReasons.map((value) => ({ value, label: translateMessage(reportReasonLabels[value]) })),
  },
];
