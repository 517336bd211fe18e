/** Labels of notification types in the settings. */
import type { Digest, NotificationType } from '@contract/kernel/values/notifications';

export const notificationLabels: Readonly<Record<NotificationType, string>> = {
  message: 'Messages',
  follower: 'New followers',
  subscriber: 'New subscribers',
  subscription_ended: 'Subscriptions that end',
  renewal_failed: 'Renewals that fail',
  tip: 'Tips',
  item_sold: 'Sales',
  order: 'Steps of orders',
  refund: 'Money given back',
  payout: 'Payouts',
  comment: 'Comments on what I publish',
  reply: 'Answers to my comments',
  like: 'Likes',
  vote: 'Votes in my polls',
  content: 'News of people I follow',
  stream_live: 'Shows that begin',
  stream_scheduled: 'Shows that are planned',
  private_request: 'Requests for private shows',
  consent: 'Consent to be shown',
  verification: 'Documents',
  moderation: 'Decisions about what I publish',
  report: 'Reports',
  inbox: 'Messages to the site',
  dispute: 'Disputed payments',
  security: 'Security of my account',
};

const fanTypes: readonly NotificationType[] = [
  'message',
  'content',
  'stream_live',
  'stream_scheduled',
  'reply',
  'like',
  'subscription_ended',
  'renewal_failed',
  'order',
  'refund',
  'moderation',
  'report',
  'security',
];
const performerTypes: readonly NotificationType[] = [
  'message',
  'follower',
  'subscriber',
  'subscription_ended',
  'tip',
  'item_sold',
  'order',
  'refund',
  'payout',
  'comment',
  'reply',
  'like',
  'vote',
  'content',
  'private_request',
  'consent',
  'verification',
  'moderation',
  'report',
  'security',
];
/** Operators buy nothing, and are notified of pending tasks. */
const operatorTypes: readonly NotificationType[] = [
  'message',
  'report',
  'inbox',
  'verification',
  'payout',
  'dispute',
  'content',
  'reply',
  'like',
  'security',
];

/** The notification types of an account, in the order of its settings. */
export function notificationTypesOf({ role, isPerformer }: { role: string; isPerformer: boolean }): readonly NotificationType[] {
  if (isPerformer) return performerTypes;
  return role === 'operator' ? operatorTypes : fanTypes;
}

export const digestLabels: Readonly<Record<Digest, string>> = {
  each: 'Each after a few minutes',
  daily: 'All of a day in one mail',
  weekly: 'All of a week in one mail',
  none: 'None',
};
