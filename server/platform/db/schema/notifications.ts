/** Notifications, preferences and push devices. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Right } from '@contract/kernel/rights';
import type { Digest, NotificationType } from '@contract/kernel/values/notifications';
import { accounts } from './accounts';
import { instant } from './columns';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    accountId: person(),
    type: text().$type<NotificationType>().notNull(),
    /** The event that created this row. Further events grouped into it are in `notification_events`. */
    event: text().notNull(),
    /** Unread notifications of one group share one row. */
    group: text(),
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    count: integer().notNull().default(1),
    text: text().notNull(),
    link: text().notNull(),
    /** The operator's right that the notification requires: it is shown only while the operator has it. Null: none. */
    right: text().$type<Right>(),
    /** Whether it is in the list; otherwise it exists only for push and mail. */
    isListed: boolean().notNull(),
    readAt: timestamp(instant),
    /** When it is mailed unless it was read by then; null: not to be mailed, or already mailed. */
    mailDueAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('notifications_group')
      .on(table.accountId, table.group)
      .where(sql`${table.group} is not null and ${table.readAt} is null`),
    index('notifications_updated')
      .on(table.accountId, table.updatedAt, table.id)
      .where(sql`${table.isListed}`),
    index('notifications_created')
      .on(table.accountId, table.createdAt, table.id)
      .where(sql`${table.isListed}`),
    index('notifications_unread')
      .on(table.accountId)
      .where(sql`${table.isListed} and ${table.readAt} is null`),
    index('notifications_mail')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} is not null`),
    index('notifications_old').on(table.updatedAt),
  ],
);

/** Events that an account was already notified of, so that none is sent twice, even if the notification was deleted. */
export const notificationEvents = pgTable(
  'notification_events',
  { accountId: person(), event: text().notNull(), createdAt: timestamp(instant).notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.event] }), index('notification_events_old').on(table.createdAt)],
);

export const notificationPreferences = pgTable('notification_preferences', {
  accountId: person().primaryKey(),
  /** Differences from the defaults, by type and channel. */
  types: jsonb().$type<Partial<Record<NotificationType, { inApp?: boolean; push?: boolean; mail?: boolean }>>>().notNull(),
  quietHours: jsonb().$type<{ from: string; to: string; timeZone: string }>(),
  digest: text().$type<Digest>().notNull(),
});

/** Push subscriptions of browsers. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey(),
    accountId: person(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('push_devices_account').on(table.accountId, table.createdAt)],
);
