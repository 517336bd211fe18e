/** Values of reports, decisions and appeals. */
import { itemKinds } from './content';
import type { ItemKind } from './content';

/** Kinds of content that operators moderate, by their URL segment. */
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

/** `shown` to its audience, `hidden` by an operator, or `unpublished` by its author. */
export const moderatedStates = ['shown', 'hidden', 'unpublished'] as const;
export type ModeratedState = (typeof moderatedStates)[number];

/** Statuses of an appeal: `upheld` keeps the decision, `lifted` reverses it. */
export const appealStatuses = ['open', 'upheld', 'lifted'] as const;
export type AppealStatus = (typeof appealStatuses)[number];

/** Decisions that can be reversed. Deletions and ended shows cannot. */
export const appealableActions = ['hide', 'warn', 'suspend'] as const satisfies readonly DecisionAction[];

/** What may be reported. */
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

export const reportReasonLabels: Readonly<Record<ReportReason, string>> = {
  violence: 'Violence or threats',
  hate: 'Hate',
  harassment: 'Harassment or bullying',
  danger: 'Self-harm or dangerous acts',
  minor_safety: 'Child safety',
  terrorism: 'Terrorism',
  spam: 'Spam or fraud',
  rights: 'Violates someone’s rights',
  consent: 'Shown without consent',
  other: 'Something else',
};

export const reportStatuses = ['open', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** The source of a report: a person, or the list of blocked words. */
export const reportSources = ['member', 'words'] as const;
export type ReportSource = (typeof reportSources)[number];

export const reportActions = ['none', 'hide', 'warn', 'suspend'] as const;
export type ReportAction = (typeof reportActions)[number];

/** Operators' decisions about an account or its content. */
export const decisionActions = ['hide', 'delete', 'end', 'warn', 'suspend'] as const;
export type DecisionAction = (typeof decisionActions)[number];

export const decisionTargets = [...itemKinds, 'comment', 'message', 'stream', 'account'] as const;
export type DecisionTarget = (typeof decisionTargets)[number];
