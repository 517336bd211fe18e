/** Where people are told of what: the standard for each type, and what somebody has changed of it. */
import { alwaysListed, mailedAnyway, notificationTypes, type NotificationType } from '@contract/values';

export interface Channels {
  inApp: boolean;
  push: boolean;
  mail: boolean;
}
/** What differs from the standard. */
export type Changes = Partial<Record<NotificationType, Partial<Channels>>>;

const everywhere: Channels = { inApp: true, push: true, mail: true };
const noMail: Channels = { inApp: true, push: true, mail: false };

export const standards: Readonly<Record<NotificationType, Channels>> = {
  // The number at the inbox tells of it.
  message: { inApp: false, push: true, mail: true },
  follower: everywhere,
  subscriber: everywhere,
  subscription_ended: noMail,
  renewal_failed: noMail,
  tip: everywhere,
  item_sold: everywhere,
  order: noMail,
  refund: noMail,
  payout: noMail,
  comment: everywhere,
  reply: everywhere,
  like: noMail,
  vote: noMail,
  content: everywhere,
  // A mail would come when the show is over.
  stream_live: noMail,
  stream_scheduled: everywhere,
  private_request: noMail,
  verification: noMail,
  moderation: everywhere,
  report: everywhere,
  inbox: noMail,
  security: noMail,
};

const has = (types: readonly NotificationType[], type: NotificationType): boolean => types.includes(type);

/** What of a type nobody can change. */
export function fixedOf(type: NotificationType): Partial<Channels> {
  return { ...(has(alwaysListed, type) && { inApp: true }), ...(has(mailedAnyway, type) && { mail: false }) };
}

/** Where somebody who has changed this is told of a type. */
export const channelsOf = (changes: Changes, type: NotificationType): Channels => ({
  ...standards[type],
  ...changes[type],
  ...fixedOf(type),
});

/** The whole record. */
export const allChannels = (changes: Changes): Record<NotificationType, Channels> =>
  Object.fromEntries(notificationTypes.map((type) => [type, channelsOf(changes, type)])) as Record<NotificationType, Channels>;
