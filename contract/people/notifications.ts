/** Notifications on the site, on devices and by email, as the recipient chose. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Flag, fromQuery, Id, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { digests, notificationGroups, notificationTypes } from '../kernel/values/notifications';

export const Notification = z.object({
  _id: Id,
  type: z.enum(notificationTypes),
  /** Who caused it; the latest actor if it groups several. */
  actor: Person.nullable(),
  /** How many events it groups: twelve likes of one post are one notification. */
  count: z.number(),
  text: z.string(),
  /** A path of the site. */
  link: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  /** When the latest event was added. */
  updatedAt: Instant,
});

const Channels = z.object({ inApp: z.boolean(), push: z.boolean(), mail: z.boolean() });
/** `HH:MM` in the given time zone. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 22:30.');
const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay, timeZone: Text(60, 1) });

export const Preferences = z.object({
  types: z.record(z.enum(notificationTypes), Channels),
  /** Devices get no push during these hours; null for never. */
  quietHours: QuietHours.nullable(),
  /** Emails about unseen notifications: none, one for each after some minutes, or a digest. */
  digest: z.enum(digests),
});

export default endpoints({
  'GET /notifications': {
    summary: "The caller's notifications, newest first.",
    access: 'member',
    query: pageQuery([]).extend({ isRead: Flag, group: fromQuery(z.enum(notificationGroups)) }),
    response: pageOf(Notification).extend({ unread: z.number() }),
  },
  'POST /notifications/read': {
    summary: 'Mark some or all notifications as read.',
    access: 'member',
    body: z.object({ ids: z.array(Id).max(limits.page.limitMax).optional() }),
    response: z.object({ unread: z.number() }),
  },
  'GET /notifications/preferences': {
    summary: "The caller's notification preferences by type and channel.",
    access: 'member',
    response: Preferences,
  },
  'PUT /notifications/preferences': {
    summary: 'Change notification preferences. Absent fields stay unchanged. Some notifications cannot be turned off.',
    access: 'member',
    body: z.object({
      types: z.partialRecord(z.enum(notificationTypes), Channels.partial()).optional(),
      quietHours: QuietHours.nullable().optional(),
      digest: z.enum(digests).optional(),
    }),
    response: Preferences,
    errors: ['setting_invalid'],
  },
  'POST /notifications/unsubscribe': {
    summary: 'Unsubscribe from emails about unseen notifications, by the link in each email. Idempotent.',
    access: 'anyone',
    body: z.object({ token: Text(limits.unsubscribeTokenLengthMax) }),
    response: z.object({ unsubscribed: z.literal(true) }),
    errors: ['unsubscribe_link_invalid'],
  },
  'POST /notifications/push': {
    summary: 'Register a device for push notifications. An eleventh device replaces the oldest.',
    access: 'member',
    body: z.object({
      endpoint: z.url().max(limits.pushEndpointLengthMax),
      keys: z.object({ p256dh: Text(200, 1), auth: Text(100, 1) }),
    }),
    response: z.object({ _id: Id }),
    errors: ['setting_invalid'],
  },
  'DELETE /notifications/push': {
    summary: 'Unregister a device from push notifications.',
    access: 'member',
    body: z.object({ endpoint: z.string().max(limits.pushEndpointLengthMax) }),
    response: z.object({ deleted: z.literal(true) }),
  },
});
