/** Labels of notification types in the settings. */
import type { Digest, NotificationType } from '@contract/kernel/values/notifications';

export const notificationLabels: Readonly<Record<NotificationType, string>> = {
  message: 'Messages',
  follower: 'New followers',
  subscriber: 'New subscribers',
  subscription_ended: 'Ended subscriptions',
  renewal_failed: 'Failed renewals',
  tip: 'Tips',
  item_sold: 'Sales',
  order: 'Order updates',
  refund: 'Refunds',
  payout: 'Payouts',
  comment: 'Comments on your content',
  reply: 'Replies to your comments',
  like: 'Likes',
  vote: 'Votes in your polls',
  content: 'Updates from creators you follow',
  stream_live: 'Creators going live',
  stream_scheduled: 'Scheduled streams',
  private_request: 'Private show requests',
  consent: 'Consent requests',
  verification: 'Documents',
  moderation: 'Moderation decisions',
  report: 'Reports',
  inbox: 'Contact messages',
  dispute: 'Disputed payments',
  security: 'Account security',
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
  each: 'Individually, after a few minutes',
  daily: 'Daily summary',
  weekly: 'Weekly summary',
  none: 'None',
};
