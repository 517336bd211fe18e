/** The site's own records: settings, pages, closed countries, mail, events on their way, and the operators' trail. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import type { menuSections, postStatuses, postTypes, wordActions, wordMatches } from '@contract/values';
import { instant } from './columns';

/** Settings that differ from their defaults. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().$type<string | number | boolean | null>(),
  updatedAt: timestamp(instant).notNull(),
});

export const menus = pgTable('menus', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  path: text().notNull(),
  isInternal: boolean().notNull(),
  isNewTab: boolean().notNull(),
  section: text().$type<(typeof menuSections)[number]>().notNull(),
  help: text(),
  ordering: integer().notNull(),
});

/** Countries to which the whole site is closed. */
export const blockedCountries = pgTable('blocked_countries', { code: text().primaryKey() });

/** Visits that those countries were refused, by day. */
export const refusedVisits = pgTable(
  'refused_visits',
  { day: date({ mode: 'string' }).notNull(), code: text().notNull(), visits: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.code] })],
);

/** Words that nobody may write where others read them, or that operators want to hear of. */
export const wordFilters = pgTable(
  'word_filters',
  {
    text: text().notNull(),
    match: text().$type<(typeof wordMatches)[number]>().notNull(),
    action: text().$type<(typeof wordActions)[number]>().notNull().default('refuse'),
  },
  (table) => [primaryKey({ columns: [table.text, table.match] })],
);

export const posts = pgTable(
  'posts',
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    type: text().$type<(typeof postTypes)[number]>().notNull(),
    title: text().notNull(),
    shortDescription: text().notNull(),
    /** Clean HTML. */
    content: text().notNull(),
    status: text().$type<(typeof postStatuses)[number]>().notNull(),
    ordering: integer().notNull(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [uniqueIndex('posts_slug').on(table.slug), index('posts_listing').on(table.status, table.type, table.ordering)],
);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    /** The language of the site in which it was written; null where that was English. */
    locale: text(),
    /** What an operator wrote back, and when; null together while the message waits. */
    reply: text(),
    repliedBy: uuid(),
    repliedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('contact_messages_created').on(table.createdAt, table.id),
    index('contact_messages_waiting')
      .on(table.createdAt, table.id)
      .where(sql`replied_at is null`),
  ],
);

/** What operators note about people, for each other. */
export const operatorNotes = pgTable(
  'operator_notes',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('operator_notes_account').on(table.accountId, table.createdAt, table.id),
    index('operator_notes_author').on(table.authorId),
  ],
);

export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    to: text().notNull(),
    replyTo: text(),
    template: text().notNull(),
    subject: text().notNull(),
    /** Emptied once a mail server took the message: mails hold links that sign people in. */
    text: text().notNull(),
    html: text().notNull(),
    /** The List-Unsubscribe address; null for mails that cannot be unsubscribed from. */
    unsubscribe: text(),
    status: text().$type<'queued' | 'sent' | 'failed'>().notNull(),
    failure: text(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('mails_created').on(table.createdAt, table.id),
    index('mails_to').on(table.to),
    index('mails_unsent')
      .on(table.status, table.createdAt)
      .where(sql`status <> 'sent'`),
  ],
);

/** Events written with the change that caused them, published after commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    rooms: text().array().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamp(instant).notNull(),
    /** The order in which events leave: that of writing, for what is written under one lock must not be told the other way round. */
    seq: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('outbox_order').on(table.seq)],
);

/**
 * What operators did. Rows are only ever added: triggers refuse the rest, but for one thing. What tells of people may be taken
 * out with its salt; the digests stay, so that the chain still holds. Salts and digests are the database's own to fill.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    actorId: uuid(),
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
    createdAt: timestamp(instant).notNull(),
    /** Of `before` and `after`; null when they were forgotten. */
    salt: text(),
    digest: text().notNull().default(''),
    /** Of `address`. */
    addressSalt: text(),
    addressDigest: text().notNull().default(''),
  },
  (table) => [
    index('audit_log_created').on(table.createdAt, table.id),
    index('audit_log_target').on(table.targetId, table.createdAt),
    index('audit_log_actor').on(table.actorId, table.createdAt),
    index('audit_log_action').on(table.action, table.createdAt),
  ],
);

/** The place of each entry in the order of commits, with the hash over it and the one before. Written by a trigger at commit. */
export const auditChain = pgTable('audit_chain', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  entryId: uuid().notNull().unique('audit_chain_entry'),
  hash: text().notNull(),
});

/** The last link: one row, so that an end that was cut off is missed. */
export const auditHead = pgTable('audit_head', {
  id: integer().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});

/**
 * Sockets of all hosts, one row for each stay of a socket in an account: who is online. A row outlives its socket by some
 * seconds, so that a reload is not seen, and in the database, so that a host that dies meanwhile leaves nobody online.
 */
export const openSockets = pgTable(
  'open_sockets',
  {
    socketId: text().notNull(),
    accountId: uuid().notNull(),
    hostId: uuid().notNull(),
    /** When its host last said that it lives. */
    seenAt: timestamp(instant).notNull(),
    closedAt: timestamp(instant),
  },
  (table) => [
    primaryKey({ columns: [table.socketId, table.accountId] }),
    index('open_sockets_account').on(table.accountId),
    index('open_sockets_host').on(table.hostId),
  ],
);
