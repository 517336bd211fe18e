/** Follows, reactions, comments and search keywords. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CommentObject, ReactionAction, ReactionObject } from '@contract/kernel/values/content';
import { accounts } from './accounts';
import { instant } from './columns';
import { files } from './files';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const follows = pgTable(
  'follows',
  { id: uuid().primaryKey(), followerId: person(), performerId: person(), createdAt: timestamp(instant).notNull() },
  (table) => [
    uniqueIndex('follows_pair').on(table.followerId, table.performerId),
    index('follows_follower').on(table.followerId, table.createdAt, table.id),
    index('follows_performer').on(table.performerId, table.createdAt, table.id),
  ],
);

/** One row per person, object and action. */
export const reactions = pgTable(
  'reactions',
  {
    id: uuid().primaryKey(),
    accountId: person(),
    objectType: text().$type<ReactionObject>().notNull(),
    objectId: uuid().notNull(),
    action: text().$type<ReactionAction>().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('reactions_once').on(table.accountId, table.objectId, table.action, table.objectType),
    index('reactions_list').on(table.accountId, table.action, table.objectType, table.createdAt, table.id),
    index('reactions_object').on(table.objectId, table.action),
  ],
);

export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey(),
    objectType: text().$type<CommentObject>().notNull(),
    /** The item, also for a reply to a comment. */
    itemId: uuid().notNull(),
    /** The comment to which this is a reply, or null. */
    parentId: uuid().references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** The owner of the item. */
    performerId: person(),
    authorId: person(),
    content: text().notNull(),
    imageId: uuid().references(() => files.id, { onDelete: 'set null' }),
    likes: integer().notNull().default(0),
    replies: integer().notNull().default(0),
    isEdited: boolean().notNull().default(false),
    deletedAt: timestamp(instant),
    /** Hidden by an operator. */
    hiddenAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('comments_item')
      .on(table.itemId, table.createdAt, table.id)
      .where(sql`${table.parentId} is null`),
    index('comments_parent').on(table.parentId, table.createdAt, table.id),
    index('comments_author').on(table.authorId),
    index('comments_kept')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Search terms. Searchers are stored only as keyed digests, to count distinct people. */
export const keywords = pgTable(
  'keywords',
  {
    id: uuid().primaryKey(),
    keyword: text().notNull().unique(),
    attempts: integer().notNull().default(0),
    people: integer().notNull().default(0),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [index('keywords_attempts').on(table.attempts, table.id), index('keywords_updated').on(table.updatedAt, table.id)],
);

export const keywordPeople = pgTable(
  'keyword_people',
  {
    keywordId: uuid()
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    person: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.keywordId, table.person] })],
);
