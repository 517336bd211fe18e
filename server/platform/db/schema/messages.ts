/**
 * Conversations of two people, their messages, and performers' lists and notes about fans. Messages of a conversation have
 * consecutive sequence numbers without gaps, in commit order, because each takes its number from the conversation's locked row. A
 * member's read position is one number, never a row per message.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MassMessageStatus, MessageType } from '@contract/kernel/values/messages';
import { accounts } from './accounts';
import { cents, instant } from './columns';
import { files } from './files';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
const conversation = () =>
  uuid()
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

export const conversations = pgTable('conversations', {
  id: uuid().primaryKey(),
  /** The number of the last message. A sender increments it first and so locks the conversation until the commit. */
  lastSeq: integer().notNull().default(0),
  createdAt: timestamp(instant).notNull(),
});

/** Two rows per conversation. Two people have at most one conversation. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: conversation(),
    accountId: person(),
    /** The other member. */
    otherId: person(),
    /** The time of the last message, or of the conversation's creation. */
    lastMessageAt: timestamp(instant).notNull(),
    unread: integer().notNull().default(0),
    seenSeq: integer().notNull().default(0),
    seenAt: timestamp(instant),
    deliveredSeq: integer().notNull().default(0),
    deliveredAt: timestamp(instant),
    isMuted: boolean().notNull().default(false),
    /** False for the other member while the one who opened it has not written anything. */
    isListed: boolean().notNull().default(true),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.accountId] }),
    uniqueIndex('conversation_members_pair').on(table.accountId, table.otherId),
    index('conversation_members_last')
      .on(table.accountId, table.lastMessageAt, table.conversationId)
      .where(sql`${table.isListed}`),
    index('conversation_members_created')
      .on(table.accountId, table.createdAt, table.conversationId)
      .where(sql`${table.isListed}`),
    index('conversation_members_unread')
      .on(table.accountId, table.lastMessageAt, table.conversationId)
      .where(sql`${table.unread} > 0`),
    index('conversation_members_other').on(table.otherId),
  ],
);

/** Mass messages. `lastReceiverId`: all recipients up to this id, in order of ids, have received it. */
export const massMessages = pgTable(
  'mass_messages',
  {
    id: uuid().primaryKey(),
    performerId: person(),
    text: text().notNull(),
    priceCents: bigint(cents),
    include: jsonb().$type<string[]>().notNull(),
    exclude: jsonb().$type<string[]>().notNull(),
    status: text().$type<MassMessageStatus>().notNull(),
    scheduledAt: timestamp(instant),
    recipients: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    lastReceiverId: uuid(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('mass_messages_updated').on(table.performerId, table.updatedAt, table.id),
    index('mass_messages_created').on(table.performerId, table.createdAt, table.id),
    index('mass_messages_due')
      .on(table.scheduledAt)
      .where(sql`${table.status} in ('scheduled', 'sending') or (${table.status} = 'unsent' and ${table.lastReceiverId} is not null)`),
  ],
);

export const massMessageFiles = pgTable(
  'mass_message_files',
  {
    massId: uuid()
      .notNull()
      .references(() => massMessages.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    ordering: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.massId, table.fileId] }), index('mass_message_files_file').on(table.fileId)],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: conversation(),
    seq: integer().notNull(),
    senderId: person(),
    receiverId: person(),
    /** The delegate who wrote it for the sender. */
    byId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    clientKey: text(),
    type: text().$type<MessageType>().notNull(),
    /** Cleared when the message is deleted, unless it was bought. */
    text: text().notNull(),
    priceCents: bigint(cents),
    tipCents: bigint(cents),
    replyToId: uuid(),
    /** The searchable words, to which a trigger adds the ids of the conversation and its members. */
    search: tsvector(),
    /** The `searchVersion` of the folding; 0 if the database derived the words from the text. */
    searchVersion: smallint().notNull().default(0),
    massId: uuid().references(() => massMessages.id, { onDelete: 'set null' }),
    editedAt: timestamp(instant),
    deletedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('messages_place').on(table.conversationId, table.seq),
    uniqueIndex('messages_client_key')
      .on(table.conversationId, table.senderId, table.clientKey)
      .where(sql`${table.clientKey} is not null`),
    uniqueIndex('messages_mass')
      .on(table.massId, table.receiverId)
      .where(sql`${table.massId} is not null`),
    index('messages_search').using('gin', table.search),
    index('messages_unfolded')
      .on(table.id)
      .where(sql`${table.searchVersion} < 1`),
    check('messages_tip', sql`(${table.type} = 'tip') = (${table.tipCents} is not null)`),
  ],
);

/** Earlier texts of edited messages, as evidence for reports. Deleted with the text of the message. */
export const messageEdits = pgTable(
  'message_edits',
  {
    id: uuid().primaryKey(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** The text until `createdAt`. */
    text: text().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('message_edits_message').on(table.messageId, table.createdAt)],
);

export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    accountId: person(),
    emoji: text().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.accountId, table.emoji] }),
    index('message_reactions_account').on(table.accountId),
  ],
);

/** The receiver is repeated here, because access is checked for each of a file's URLs. */
export const messageFiles = pgTable(
  'message_files',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    receiverId: person(),
    ordering: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.fileId] }), index('message_files_file').on(table.fileId, table.receiverId)],
);

export const fanLists = pgTable(
  'fan_lists',
  { id: uuid().primaryKey(), performerId: person(), name: text().notNull(), createdAt: timestamp(instant).notNull() },
  (table) => [index('fan_lists_performer').on(table.performerId, table.createdAt, table.id)],
);

export const fanListPeople = pgTable(
  'fan_list_people',
  {
    listId: uuid()
      .notNull()
      .references(() => fanLists.id, { onDelete: 'cascade' }),
    accountId: person(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.accountId] }), index('fan_list_people_account').on(table.accountId)],
);

/** A performer's private notes about fans. */
export const fanNotes = pgTable(
  'fan_notes',
  { performerId: person(), fanId: person(), text: text().notNull(), updatedAt: timestamp(instant).notNull() },
  (table) => [primaryKey({ columns: [table.performerId, table.fanId] }), index('fan_notes_fan').on(table.fanId)],
);
