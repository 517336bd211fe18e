/** Values of notifications. */

/** Types of notifications, in the order of the settings. */
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
  'consent',
  'verification',
  'moderation',
  'report',
  'inbox',
  'dispute',
  'security',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Filters of the list of notifications. */
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
  consent: 'people',
  verification: 'people',
  moderation: 'content',
  report: 'people',
  inbox: 'people',
  dispute: 'money',
  security: 'people',
} as const satisfies Record<NotificationType, NotificationGroup>;

/** Types that have a separate mail, sent immediately whatever the preferences. They are not mailed again when unseen. */
export const alwaysMailed = [
  'subscription_ended',
  'renewal_failed',
  'order',
  'refund',
  'payout',
  'verification',
  'inbox',
  'security',
] as const satisfies readonly NotificationType[];

/** Types that are always listed. */
export const alwaysListed = ['consent', 'security'] as const satisfies readonly NotificationType[];

/** How unseen notifications are mailed: not at all, one by one, or as a daily or weekly digest. */
export const digests = ['none', 'each', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];
