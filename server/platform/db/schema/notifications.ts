/** What people are told, how they want to be told, and their devices. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Right } from '@contract/kernel/rights';
import type { Digest, NotificationType } from '@contract/values';
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
    /** Names what made this row; what it stands for besides is among the events. */
    event: text().notNull(),
    /** What is not yet read of one group stands in one row. */
    group: text(),
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    count: integer().notNull().default(1),
    text: text().notNull(),
    link: text().notNull(),
    /** What it took to be told of it as an operator; it is shown while she holds it. Null: it was told to her as anybody. */
    right: text().$type<Right>(),
    /** Whether it stands in the list; else it is here for devices and mails alone. */
    isListed: boolean().notNull(),
    readAt: timestamp(instant),
    /** When it is mailed unless it was read by then; null when it is not, or was. */
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

/** Of what somebody was told already: nobody is told of it twice, whatever became of the row that told her. */
export const notificationEvents = pgTable(
  'notification_events',
  { accountId: person(), event: text().notNull(), createdAt: timestamp(instant).notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.event] }), index('notification_events_old').on(table.createdAt)],
);

export const notificationPreferences = pgTable('notification_preferences', {
  accountId: person().primaryKey(),
  /** What differs from the standard, by type and channel. */
  types: jsonb().$type<Partial<Record<NotificationType, { inApp?: boolean; push?: boolean; mail?: boolean }>>>().notNull(),
  quietHours: jsonb().$type<{ from: string; to: string; timeZone: string }>(),
  digest: text().$type<Digest>().notNull(),
});

/** Browsers that take push messages. */
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
