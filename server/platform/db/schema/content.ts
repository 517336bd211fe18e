/**
 * What performers publish. All kinds share one table, so that access, lists, search, likes and comments are the same for each;
 * what only one kind has stands in a table of its own under the same id.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Audience, FeedType, ItemKind, ItemStatus, promoPositions } from '@contract/values';
import { accounts } from './accounts';
import { cents, instant } from './columns';
import { files } from './files';

/** What becomes of an item's files: of several, the least happy one counts. */
export type Readiness = 'ready' | 'processing' | 'failed';

const counter = () => integer().notNull().default(0);
const ofItem = () =>
  uuid()
    .primaryKey()
    .references((): AnyPgColumn => items.id, { onDelete: 'cascade' });
const fileId = () => uuid().references(() => files.id, { onDelete: 'set null' });

export const items = pgTable(
  'items',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ItemKind>().notNull(),
    /** What a post is made of; null for every other kind. It stands here because lists are narrowed by it. */
    feedType: text().$type<FeedType>(),
    /** Whether a post asks something; here for the same reason, and kept by the database as `feeds` says. */
    hasPoll: boolean().notNull().default(false),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** Null for photos, which have no page of their own. */
    slug: text(),
    title: text().notNull().default(''),
    /** The text of a post, the description of everything else. */
    body: text().notNull().default(''),
    audience: text().$type<Audience>().notNull(),
    priceCents: bigint(cents),
    status: text().$type<ItemStatus>().notNull(),
    isPinned: boolean().notNull().default(false),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whether its files are converted. */
    readiness: text().$type<Readiness>().notNull(),
    /** Others may find it now. Kept by the one function that lists and unlists. */
    isListed: boolean().notNull().default(false),
    scheduledAt: timestamp(instant),
    expiresAt: timestamp(instant),
    /** When it was first listed: set once. */
    publishedAt: timestamp(instant),
    /** A deleted item is kept for those who bought it. */
    deletedAt: timestamp(instant),
    /** An operator took it from everybody but its owner, its buyers too. */
    hiddenAt: timestamp(instant),
    likes: counter(),
    bookmarks: counter(),
    comments: counter(),
    views: counter(),
    sales: counter(),
    /** What it is found by: nothing that only those who paid may read. */
    searchText: text().notNull().default(''),
    /** The `searchVersion` by which `searchText` was folded. */
    searchVersion: smallint().notNull().default(0),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('items_slug').on(table.kind, table.slug),
    index('items_performer_created').on(table.performerId, table.kind, table.createdAt, table.id),
    index('items_performer_updated').on(table.performerId, table.kind, table.updatedAt, table.id),
    index('items_performer_published')
      .on(table.performerId, table.kind, table.publishedAt, table.id)
      .where(sql`${table.isListed}`),
    // With all that tells who may find them, as that of sales is: counting reads no item.
    index('items_published')
      .on(table.kind, table.publishedAt, table.id, table.performerId, table.expiresAt)
      .where(sql`${table.isListed}`),
    index('items_feeds')
      .on(table.feedType, table.audience, table.publishedAt, table.id)
      .where(sql`${table.isListed} and ${table.feedType} is not null`),
    index('items_feeds_of')
      .on(table.performerId, table.feedType, table.publishedAt, table.id)
      .where(sql`${table.isListed} and ${table.feedType} is not null`),
    index('items_polls')
      .on(table.publishedAt, table.id)
      .where(sql`${table.isListed} and ${table.hasPoll}`),
    index('items_pinned_first')
      .on(table.performerId, table.kind, table.isPinned, table.publishedAt, table.id)
      .where(sql`${table.isListed}`),
    index('items_updated')
      .on(table.kind, table.updatedAt, table.id)
      .where(sql`${table.isListed}`),
    index('items_popular')
      .on(table.kind, table.views, table.id)
      .where(sql`${table.isListed}`),
    index('items_priced')
      .on(table.kind, table.priceCents, table.id)
      .where(sql`${table.isListed}`),
    index('items_named')
      .on(table.kind, table.title, table.id)
      .where(sql`${table.isListed} and ${table.kind} = 'product'`),
    index('items_on_sale')
      .on(table.kind, table.updatedAt, table.id, table.performerId, table.expiresAt)
      .where(sql`${table.isListed} and ${table.audience} = 'paid'`),
    index('items_kept')
      .on(table.kind, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('items_hidden')
      .on(table.kind, table.updatedAt, table.id)
      .where(sql`${table.hiddenAt} is not null`),
    /** What is to be folded anew: `searchVersion` of the code. */
    index('items_unfolded')
      .on(table.id)
      .where(sql`${table.searchVersion} < 1`),
    index('items_due')
      .on(table.scheduledAt)
      .where(sql`not ${table.isListed} and ${table.scheduledAt} is not null`),
    index('items_ending')
      .on(table.expiresAt)
      .where(sql`${table.isListed} and ${table.expiresAt} is not null`),
    check('items_feed_type', sql`(${table.kind} = 'feed') = (${table.feedType} is not null)`),
    check('items_price', sql`(${table.audience} = 'paid' or ${table.kind} = 'product') = (${table.priceCents} is not null)`),
  ],
);

/** Every word that an item was ever found by, once, and every tag as `#tag`: where what is typed is looked up, also by a part and with a typing error. */
export const searchWords = pgTable(
  'search_words',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    word: text().notNull(),
  },
  (table) => [
    uniqueIndex('search_words_word').on(table.word),
    index('search_words_start').on(table.word.op('text_pattern_ops')),
    index('search_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
  ],
);

/**
 * The listed items of each word, the newest at one end, with all that tells who may find them, so that counting and leafing
 * reads no item. Nobody writes it but the triggers on items. Photos are not among them: no search looks for photos.
 */
export const itemWords = pgTable(
  'item_words',
  {
    wordId: integer().notNull(),
    kind: text().$type<ItemKind>().notNull(),
    publishedAt: timestamp(instant).notNull(),
    itemId: uuid().notNull(),
    performerId: uuid().notNull(),
    expiresAt: timestamp(instant),
  },
  (table) => [
    uniqueIndex('item_words_found').on(table.wordId, table.kind, table.publishedAt, table.itemId, table.performerId, table.expiresAt),
  ],
);

export const polls = pgTable(
  'polls',
  {
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id),
    question: text().notNull(),
    expiresAt: timestamp(instant),
    totalVotes: counter(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('polls_performer').on(table.performerId, table.createdAt)],
);

export const feeds = pgTable(
  'feeds',
  {
    itemId: ofItem(),
    thumbnailId: fileId(),
    teaserId: fileId(),
    pollId: uuid().references(() => polls.id, { onDelete: 'set null' }),
    streamScheduledAt: timestamp(instant),
    /** When people were told that its time has come. */
    streamToldAt: timestamp(instant),
  },
  (table) => [
    uniqueIndex('feeds_poll').on(table.pollId),
    index('feeds_stream_due')
      .on(table.streamScheduledAt)
      .where(sql`${table.streamScheduledAt} is not null and ${table.streamToldAt} is null`),
  ],
);

export const feedFiles = pgTable(
  'feed_files',
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    ordering: integer().notNull(),
    /** What it shows, for those who do not see it. */
    alt: text().notNull().default(''),
    /** Since then it is there only for those who had bought the post before. */
    takenOutAt: timestamp(instant),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.fileId] })],
);

export const videos = pgTable('videos', {
  itemId: ofItem(),
  fileId: fileId(),
  /** A new file that is still being converted: it takes the place of the other when it is ready. */
  nextFileId: fileId(),
  teaserId: fileId(),
  thumbnailId: fileId(),
});

export const videoParticipants = pgTable(
  'video_participants',
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    ordering: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.performerId] })],
);

export const galleries = pgTable('galleries', {
  itemId: ofItem(),
  coverPhotoId: uuid().references((): AnyPgColumn => photos.itemId, { onDelete: 'set null' }),
  totalPhotos: counter(),
});

export const photos = pgTable(
  'photos',
  {
    itemId: ofItem(),
    /** In a gallery it follows the gallery's access. */
    galleryId: uuid().references((): AnyPgColumn => galleries.itemId, { onDelete: 'cascade' }),
    fileId: fileId(),
    ordering: integer().notNull().default(0),
  },
  (table) => [index('photos_gallery').on(table.galleryId, table.ordering, table.itemId), index('photos_file').on(table.fileId)],
);

export const pollOptions = pgTable(
  'poll_options',
  {
    id: uuid().primaryKey(),
    pollId: uuid()
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    ordering: integer().notNull(),
    votes: counter(),
  },
  (table) => [index('poll_options_poll').on(table.pollId, table.ordering)],
);

/** One vote per poll and person. */
export const pollVotes = pgTable(
  'poll_votes',
  {
    pollId: uuid()
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    optionId: uuid()
      .notNull()
      .references(() => pollOptions.id, { onDelete: 'cascade' }),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.pollId, table.accountId] })],
);

/** One row per item, viewer and day: an item seen twice on a day counts once. */
export const itemViews = pgTable(
  'item_views',
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    viewer: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.day, table.viewer] }), index('item_views_day').on(table.day)],
);

/** What the site itself points to. */
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
    ordering: counter(),
    isActive: boolean().notNull().default(true),
    startsAt: timestamp(instant),
    endsAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [index('site_promos_position').on(table.position, table.ordering, table.id)],
);
