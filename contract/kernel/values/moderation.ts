/** Reports, decisions and appeals. */
import { itemKinds } from '../../values/content';
import type { ItemKind } from '../../values/content';

/** What operators look through by kind, as addresses name it. */
export const moderatedKinds = {
  feeds: 'feed',
  videos: 'video',
  galleries: 'gallery',
  photos: 'photo',
  products: 'product',
  comments: 'comment',
} as const satisfies Record<string, ItemKind | 'comment'>;
export type ModeratedType = keyof typeof moderatedKinds;

export const moderatedTypes = Object.keys(moderatedKinds) as [ModeratedType, ...ModeratedType[]];

/** Shown to whom it is meant for, taken down by an operator, or not published by its maker. */
export const moderatedStates = ['shown', 'hidden', 'unpublished'] as const;
export type ModeratedState = (typeof moderatedStates)[number];

/** What became of an appeal: the decision stays, or is taken back. */
export const appealStatuses = ['open', 'upheld', 'lifted'] as const;
export type AppealStatus = (typeof appealStatuses)[number];

/** Decisions that can be taken back: what is deleted or over stays so. */
export const appealable = ['hide', 'warn', 'suspend'] as const satisfies readonly DecisionAction[];

/** What may be reported, why, and what an operator makes of it. */
export const reportTargets = [...itemKinds, 'comment', 'message', 'stream', 'performer', 'user'] as const;
export type ReportTarget = (typeof reportTargets)[number];

export const reportReasons = [
  'violence',
  'hate',
  'harassment',
  'danger',
  'minor_safety',
  'terrorism',
  'spam',
  'rights',
  'consent',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportReasonWords: Readonly<Record<ReportReason, string>> = {
  violence: 'Violence or threats',
  hate: 'Hate',
  harassment: 'Harassment or bullying',
  danger: 'Self-harm or dangerous acts',
  minor_safety: 'A child is in danger',
  terrorism: 'Terrorism',
  spam: 'Spam or fraud',
  rights: 'Breaks somebody’s rights',
  consent: 'Shown without consent',
  other: 'Something else',
};

export const reportStatuses = ['open', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** Who reports: a person, or the operators' list of words. */
export const reportSources = ['member', 'words'] as const;
export type ReportSource = (typeof reportSources)[number];

export const reportActions = ['none', 'hide', 'warn', 'suspend'] as const;
export type ReportAction = (typeof reportActions)[number];

/** What an operator decided about somebody, or about something of hers. */
export const decisionActions = ['hide', 'delete', 'end', 'warn', 'suspend'] as const;
export type DecisionAction = (typeof decisionActions)[number];

export const decisionTargets = [...itemKinds, 'comment', 'message', 'stream', 'account'] as const;
export type DecisionTarget = (typeof decisionTargets)[number];
