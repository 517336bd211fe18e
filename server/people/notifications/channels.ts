/** Notification channels: the default of each type, and a person's changes. */
import { alwaysListed, alwaysMailed, notificationTypes, type NotificationType } from '@contract/kernel/values/notifications';

export interface Channels {
  inApp: boolean;
  push: boolean;
  mail: boolean;
}
/** A person's differences from the defaults. */
export type ChannelChanges = Partial<Record<NotificationType, Partial<Channels>>>;

const everywhere: Channels = { inApp: true, push: true, mail: true };
const noMail: Channels = { inApp: true, push: true, mail: false };

export const defaultChannels: Readonly<Record<NotificationType, Channels>> = {
  // The unread count of the inbox already shows it.
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
  // A mail would arrive after the show.
  stream_live: noMail,
  stream_scheduled: everywhere,
  private_request: noMail,
  consent: everywhere,
  verification: noMail,
  moderation: everywhere,
  report: everywhere,
  inbox: noMail,
  dispute: everywhere,
  security: noMail,
};

const has = (types: readonly NotificationType[], type: NotificationType): boolean => types.includes(type);

/** The channels of a type that people cannot change. Types in `alwaysMailed` have a mail of their own, so they are not mailed again. */
export function fixedChannelsOf(type: NotificationType): Partial<Channels> {
  return { ...(has(alwaysListed, type) && { inApp: true }), ...(has(alwaysMailed, type) && { mail: false }) };
}

/** The channels of a type for a person with these changes. */
export const channelsOf = (changes: ChannelChanges, type: NotificationType): Channels => ({
  ...defaultChannels[type],
  ...changes[type],
  ...fixedChannelsOf(type),
});

/** The channels of all types. */
export const allChannels = (changes: ChannelChanges): Record<NotificationType, Channels> =>
  Object.fromEntries(notificationTypes.map((type) => [type, channelsOf(changes, type)])) as Record<NotificationType, Channels>;
