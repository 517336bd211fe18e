/** What people are told of. */

/** What people are told of, in the order of the settings. */
export const notificationTypes = [
  'message',
  'follower',
  'subscriber',
  'subscription_ended',
  'renewal_failed',
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
  'stream_live',
  'stream_scheduled',
  'private_request',
  'verification',
  'moderation',
  'report',
  'inbox',
  'security',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** How the list of notifications is narrowed. */
export const notificationGroups = ['money', 'people', 'content', 'live'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

export const groupOfNotification = {
  message: 'people',
  follower: 'people',
  subscriber: 'money',
  subscription_ended: 'money',
  renewal_failed: 'money',
  tip: 'money',
  item_sold: 'money',
  order: 'money',
  refund: 'money',
  payout: 'money',
  comment: 'people',
  reply: 'people',
  like: 'people',
  vote: 'people',
  content: 'content',
  stream_live: 'live',
  stream_scheduled: 'live',
  private_request: 'live',
  verification: 'people',
  moderation: 'content',
  report: 'people',
  inbox: 'people',
  security: 'people',
} as const satisfies Record<NotificationType, NotificationGroup>;

/** Mails of their own tell of these at once, whatever somebody wishes: what she has not seen of them is never mailed again. */
export const mailedAnyway = [
  'subscription_ended',
  'renewal_failed',
  'order',
  'refund',
  'payout',
  'verification',
  'inbox',
  'security',
] as const satisfies readonly NotificationType[];

/** These always stand in the list. */
export const alwaysListed = ['security'] as const satisfies readonly NotificationType[];

/** Mails of what was not seen: none, each by itself, or all of a day or a week in one. */
export const digests = ['none', 'each', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];
