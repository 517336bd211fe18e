/** Reports and decisions in words. */
import { reportReasons, reportReasonWords, reportStatuses, reportTargets } from '@contract/values';
import type { DecisionAction, ReportAction, ReportReason, ReportSource, ReportStatus, ReportTarget } from '@contract/values';
import { said } from '@web/lib/said';
import type { StateTone } from '@web/ui/feedback/state-mark';

export const targetWords: Readonly<Record<ReportTarget, string>> = {
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  photo: 'Photo',
  product: 'Product',
  comment: 'Comment',
  message: 'Message',
  stream: 'Show',
  performer: 'Performer',
  user: 'Person',
};

/** Why it was reported. What the list of words found has no other reason. */
export const reasonOf = ({ source, reason }: { source: ReportSource; reason: ReportReason }): string =>
  source === 'words' ? 'Found by the word filter' : said(reportReasonWords[reason]);

export const reportStates: Readonly<Record<ReportStatus, { word: string; tone: StateTone }>> = {
  open: { word: 'Waiting', tone: 'warn' },
  resolved: { word: 'Upheld', tone: 'ok' },
  dismissed: { word: 'Dismissed', tone: 'quiet' },
};

/** What was decided, as it stands in a list. */
export const actionWords: Readonly<Record<ReportAction, string>> = {
  none: 'Dismissed',
  hide: 'Taken down',
  warn: 'Warned',
  suspend: 'Suspended',
};

export const decisionWords: Readonly<Record<DecisionAction, string>> = {
  hide: 'Hidden',
  delete: 'Deleted',
  end: 'Show ended',
  warn: 'Warned',
  suspend: 'Suspended',
};

export const reportChoices = [
  { key: 'status', label: 'State', any: 'Any state', options: reportStatuses.map((value) => ({ value, label: reportStates[value].word })) },
  { key: 'target', label: 'What', any: 'Anything', options: reportTargets.map((value) => ({ value, label: targetWords[value] })) },
  {
    key: 'reason',
    label: 'Reason',
    any: 'Any reason',
    options: reportReasons.map((value) => ({ value, label: said(reportReasonWords[value]) })),
  },
];
