/** Notifications: what happened to somebody, told on the site, to her devices and by mail, as she wishes. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Flag, fromQuery, Id, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { digests, notificationGroups, notificationTypes } from '../values';

export const Notification = z.object({
  _id: Id,
  type: z.enum(notificationTypes),
  /** Who caused it; the last of them when it stands for several. */
  actor: Person.nullable(),
  /** How many it stands for: twelve likes of one post are one notification. */
  count: z.number(),
  text: z.string(),
  /** A path of the site. */
  link: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  /** When it was last added to. */
  updatedAt: Instant,
});

const Channels = z.object({ inApp: z.boolean(), push: z.boolean(), mail: z.boolean() });
/** `HH:MM` in the time zone named. */
const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write hours and minutes as 22:30.');
const QuietHours = z.object({ from: Hour, to: Hour, timeZone: Text(60, 1) });

export const Preferences = z.object({
  types: z.record(z.enum(notificationTypes), Channels),
  /** While these last, devices stay silent; null for never. */
  quietHours: QuietHours.nullable(),
  /** Mails of what was not seen: each after some minutes, or all of them together. */
  digest: z.enum(digests),
});

export default endpoints({
  'GET /notifications': {
    does: "The caller's notifications, the newest first.",
    access: 'member',
    query: pageQuery([]).extend({ isRead: Flag, group: fromQuery(z.enum(notificationGroups)) }),
    answer: pageOf(Notification).extend({ unread: z.number() }),
  },
  'POST /notifications/read': {
    does: 'Mark some as read, or all.',
    access: 'member',
    body: z.object({ ids: z.array(Id).max(limits.page.limitMax).optional() }),
    answer: z.object({ unread: z.number() }),
  },
  'GET /notifications/preferences': {
    does: 'Of what the caller is told, and where.',
    access: 'member',
    answer: Preferences,
  },
  'PUT /notifications/preferences': {
    does: 'Change it; what is not named stays. Some things are always told.',
    access: 'member',
    body: z.object({
      types: z.partialRecord(z.enum(notificationTypes), Channels.partial()).optional(),
      quietHours: QuietHours.nullable().optional(),
      digest: z.enum(digests).optional(),
    }),
    answer: Preferences,
    fails: ['setting_invalid'],
  },
  'POST /notifications/unsubscribe': {
    does: 'End the e-mails about what was not seen, by the link that each of them carries. A second time changes nothing.',
    access: 'anyone',
    body: z.object({ token: Text(limits.unsubscribeTokenLengthMax) }),
    answer: z.object({ unsubscribed: z.literal(true) }),
    fails: ['unsubscribe_link_invalid'],
  },
  'POST /notifications/push': {
    does: 'Tell a device from now on. Ten devices are the most: another one takes the place of the oldest.',
    access: 'member',
    body: z.object({
      endpoint: z.url().max(limits.pushEndpointLengthMax),
      keys: z.object({ p256dh: Text(200, 1), auth: Text(100, 1) }),
    }),
    answer: z.object({ _id: Id }),
    fails: ['setting_invalid'],
  },
  'DELETE /notifications/push': {
    does: 'Tell a device no more.',
    access: 'member',
    body: z.object({ endpoint: z.string().max(limits.pushEndpointLengthMax) }),
    answer: z.object({ deleted: z.literal(true) }),
  },
});
