/** What people can be told of, in the words of the settings. */
import type { Digest, NotificationType } from '@contract/values';

export const notificationWords: Readonly<Record<NotificationType, string>> = {
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
  verification: 'Documents',
  moderation: 'Decisions about what I publish',
  report: 'Reports',
  inbox: 'Messages to the site',
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
  'verification',
  'moderation',
  'report',
  'security',
];
/** Whoever runs the site buys nothing, and is told of what waits for her. */
const operatorTypes: readonly NotificationType[] = [
  'message',
  'report',
  'inbox',
  'verification',
  'payout',
  'content',
  'reply',
  'like',
  'security',
];

/** Of what an account can be told, in the order of its settings. */
export function notificationTypesOf({ role, isPerformer }: { role: string; isPerformer: boolean }): readonly NotificationType[] {
  if (isPerformer) return performerTypes;
  return role === 'operator' ? operatorTypes : fanTypes;
}

export const digestWords: Readonly<Record<Digest, string>> = {
  each: 'Each after a few minutes',
  daily: 'All of a day in one mail',
  weekly: 'All of a week in one mail',
  none: 'None',
};
