/**
 * Conversations of two, what was said in them, and what performers keep of their fans. Messages of one conversation are
 * counted: 1, 2, 3 and so on without a gap, in the order in which they were committed, since each takes its place from its
 * conversation's row. How far somebody has read is one place per member, never a row per message.
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
import type { MassStatus, MessageType } from '@contract/values';
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
  /** The place of the last message; whoever writes raises it first, and has the conversation until she commits. */
  lastSeq: integer().notNull().default(0),
  createdAt: timestamp(instant).notNull(),
});

/** Two rows for each conversation. Of two people there is one conversation. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: conversation(),
    accountId: person(),
    /** The other member. */
    otherId: person(),
    /** When anything was last said in it, or when it was made. */
    lastMessageAt: timestamp(instant).notNull(),
    unread: integer().notNull().default(0),
    seenSeq: integer().notNull().default(0),
    seenAt: timestamp(instant),
    deliveredSeq: integer().notNull().default(0),
    deliveredAt: timestamp(instant),
    isMuted: boolean().notNull().default(false),
    /** Nobody finds a conversation on her list that somebody else has opened and said nothing in. */
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

/** One text that a performer sends to many. `lastReceiverId`: everybody up to her, in the order of ids, has it. */
export const massMessages = pgTable(
  'mass_messages',
  {
    id: uuid().primaryKey(),
    performerId: person(),
    text: text().notNull(),
    priceCents: bigint(cents),
    include: jsonb().$type<string[]>().notNull(),
    exclude: jsonb().$type<string[]>().notNull(),
    status: text().$type<MassStatus>().notNull(),
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

/** Words, in the database's own form. */
const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: conversation(),
    seq: integer().notNull(),
    senderId: person(),
    receiverId: person(),
    /** The helper who wrote it for its sender. */
    byId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    clientKey: text(),
    type: text().$type<MessageType>().notNull(),
    /** Emptied when it is deleted, unless it was bought. */
    text: text().notNull(),
    priceCents: bigint(cents),
    tipCents: bigint(cents),
    replyToId: uuid(),
    /** What it is found by: its words, to which a trigger adds its conversation and its two people. */
    search: words(),
    /** The `searchVersion` by which its words were folded; 0 where the database took them from the text itself. */
    searchVersion: smallint().notNull().default(0),
    massId: uuid().references(() => massMessages.id, { onDelete: 'set null' }),
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

/** The receiver stands here too: whether somebody may open a file is asked for each of its addresses. */
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

/** What a performer wrote down about a fan. */
export const fanNotes = pgTable(
  'fan_notes',
  { performerId: person(), fanId: person(), text: text().notNull(), updatedAt: timestamp(instant).notNull() },
  (table) => [primaryKey({ columns: [table.performerId, table.fanId] }), index('fan_notes_fan').on(table.fanId)],
);
