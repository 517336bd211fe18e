/** The site's records: settings, pages, blocked countries, mail, the outbox, and the audit log. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import type { promoPositions } from '@contract/kernel/values/promos';
import type {
  MailReturnKind,
  MailStatus,
  menuSections,
  sitePageStatuses,
  postTypes,
  wordActions,
  wordMatches,
} from '@contract/kernel/values/site';
import { instant } from './columns';
import { files } from './files';

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

/** Countries in which the whole site is unavailable. */
export const blockedCountries = pgTable('blocked_countries', { code: text().primaryKey() });

/** Rejected visits from blocked countries, per day. */
export const rejectedVisitCounts = pgTable(
  'refused_visits',
  { day: date({ mode: 'string' }).notNull(), code: text().notNull(), visits: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.code] })],
);

/** Words that are rejected or reported in texts that others can read. */
export const wordFilters = pgTable(
  'word_filters',
  {
    text: text().notNull(),
    match: text().$type<(typeof wordMatches)[number]>().notNull(),
    action: text().$type<(typeof wordActions)[number]>().notNull().default('refuse'),
  },
  (table) => [primaryKey({ columns: [table.text, table.match] })],
);

export const sitePages = pgTable(
  'posts',
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    type: text().$type<(typeof postTypes)[number]>().notNull(),
    title: text().notNull(),
    shortDescription: text().notNull(),
    /** Sanitized HTML. */
    content: text().notNull(),
    status: text().$type<(typeof sitePageStatuses)[number]>().notNull(),
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
    /** The site's language for the sender; null for English. */
    locale: text(),
    /** An operator's reply; null together with the next two while the message is unanswered. */
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

/** Operators' internal notes about accounts. */
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
    /** Cleared once a mail server accepted the message: mails contain sign-in links. */
    text: text().notNull(),
    html: text().notNull(),
    /** The List-Unsubscribe URL; null for mails that cannot be unsubscribed from. */
    unsubscribe: text(),
    status: text().$type<MailStatus>().notNull(),
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

/** Addresses that have bounced at least once. */
export const bouncedAddresses = pgTable(
  'returned_addresses',
  {
    id: uuid().primaryKey(),
    /** Lower-cased. */
    address: text().notNull(),
    /** Since when it counts as undeliverable; null while it is deliverable. */
    undeliverableSince: timestamp(instant),
    /** The mail server's response; null while it is deliverable. */
    reason: text(),
    /** When mail to it last proved deliverable. Bounces of mail sent before are ignored. */
    provenAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('returned_addresses_address').on(table.address),
    index('returned_addresses_marked')
      .on(table.updatedAt, table.id)
      .where(sql`undeliverable_since is not null`),
  ],
);

/** Bounces and complaints, each stored once. */
export const bounceReports = pgTable(
  'mail_returns',
  {
    id: uuid().primaryKey(),
    /** The source's id of the report: a second report with the same key is a duplicate. */
    key: text().notNull(),
    address: text().notNull(),
    kind: text().$type<MailReturnKind>().notNull(),
    reason: text().notNull(),
    /** When the mail was sent or, if unknown, when it was rejected. */
    at: timestamp(instant).notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('mail_returns_key').on(table.key),
    index('mail_returns_address').on(table.address, table.kind, table.createdAt),
    index('mail_returns_created').on(table.createdAt),
  ],
);

/** The transactional outbox: events are written with the change that caused them and published after the commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    rooms: text().array().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamp(instant).notNull(),
    /** The order of delivery is the order of insertion: events written under the same lock must not be swapped. */
    seq: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('outbox_order').on(table.seq)],
);

/**
 * The audit log of operators' actions. It is append-only; triggers reject other changes. The only exception: personal data may be
 * erased together with its salt. The digests stay, so that the chain remains valid. The database fills salts and digests.
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
    /** Salt of `before` and `after`; null after they were erased. */
    salt: text(),
    digest: text().notNull().default(''),
    /** Salt of `address`. */
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

/** The hash chain: each entry's number in commit order, and the hash of the entry and the previous hash. A trigger writes it at commit. */
export const auditChain = pgTable('audit_chain', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  entryId: uuid().notNull().unique('audit_chain_entry'),
  hash: text().notNull(),
});

/** The last entry of the chain, in one row, so that a truncated chain is detected. */
export const auditHead = pgTable('audit_head', {
  id: integer().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});

/**
 * Presence: signed-in sockets of all processes. A row outlives its socket by some seconds, so that a page reload does not show as
 * offline. It is in the database, so that the accounts of a crashed process do not stay online.
 */
export const openSockets = pgTable(
  'open_sockets',
  {
    socketId: text().notNull(),
    accountId: uuid().notNull(),
    hostId: uuid().notNull(),
    /** The last heartbeat of the socket's process. */
    seenAt: timestamp(instant).notNull(),
    closedAt: timestamp(instant),
  },
  (table) => [
    primaryKey({ columns: [table.socketId, table.accountId] }),
    index('open_sockets_account').on(table.accountId),
    index('open_sockets_host').on(table.hostId),
  ],
);

/** Promotions of the site itself. */
export const sitePromos = pgTable(
  'site_promos',
  {
    id: uuid().primaryKey(),
    title: text().notNull(),
    description: text().notNull().default(''),
    link: text(),
    position: text().$type<(typeof promoPositions)[number]>().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => files.id),
    ordering: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    startsAt: timestamp(instant),
    endsAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [index('site_promos_position').on(table.position, table.ordering, table.id)],
);
