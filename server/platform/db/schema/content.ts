/**
 * Published content. All kinds share the table `items`, so that access, lists, search, likes and comments work the same for each.
 * Fields of one kind are in a separate table with the same id.
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
import type { Audience, ItemConsent, ItemKind, ItemStatus } from '@contract/kernel/values/content';
import type { FeedType } from '@contract/kernel/values/feeds';
import type { ShowOutcome } from '@contract/kernel/values/live';
import { accounts } from './accounts';
import { cents, instant } from './columns';
import { files } from './files';
import { polls } from './polls';

/** The processing state of an item: the worst state of its files. */
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
    /** The type of a post; null for every other kind. It is here because lists are filtered by it. */
    feedType: text().$type<FeedType>(),
    /** Whether a post has a poll. It is here for the same reason; a trigger on `feeds` maintains it. */
    hasPoll: boolean().notNull().default(false),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** Null for photos, which have no page. */
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
    /** The processing state of its files. */
    readiness: text().$type<Readiness>().notNull(),
    /** Whether it is visible to others now. Only `syncListing` changes it. */
    isListed: boolean().notNull().default(false),
    scheduledAt: timestamp(instant),
    expiresAt: timestamp(instant),
    /** When it was first listed: set once. */
    publishedAt: timestamp(instant),
    /** Deleted items are retained for their buyers. */
    deletedAt: timestamp(instant),
    /** Hidden by an operator from everyone but its owner, including buyers. */
    hiddenAt: timestamp(instant),
    /** Whether all people in it have consented. Only `updateItemConsent` changes it. */
    consent: text().$type<ItemConsent>().notNull().default('given'),
    likes: counter(),
    bookmarks: counter(),
    comments: counter(),
    views: counter(),
    sales: counter(),
    /** The searchable text. It contains nothing that only buyers may read. */
    searchText: text().notNull().default(''),
    /** The `searchVersion` of the folding of `searchText`. */
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
    // Covers all columns of the visibility check (as `items_on_sale` does), so that counting is an index-only scan.
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
    /** Items whose search text must be folded again. The number is the code's `searchVersion`. */
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

/** The search index's vocabulary: every word of items, and every tag as `#tag`. Used for partial and fuzzy matches of search terms. */
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
 * The listed items of each word by publication time, with all columns of the visibility check, so that counting and paging do not
 * read items. Only triggers on items write it. It contains no photos, because no search returns them.
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

export const feeds = pgTable(
  'feeds',
  {
    itemId: ofItem(),
    thumbnailId: fileId(),
    teaserId: fileId(),
    pollId: uuid().references(() => polls.id, { onDelete: 'set null' }),
    streamScheduledAt: timestamp(instant),
    /** When people were notified that its time has come. */
    streamToldAt: timestamp(instant),
    /** The price of a ticket for the show; null if none are sold. The number of sold tickets is in `items.sales`. */
    ticketCents: bigint(cents),
    /** The maximum number of tickets; null: no limit. */
    ticketCapacity: integer(),
    /** When the show was last rescheduled after tickets were sold: earlier tickets can be returned. */
    showMovedAt: timestamp(instant),
    /** The session of the show, current or past. */
    showSessionId: uuid(),
    showOutcome: text().$type<ShowOutcome>(),
  },
  (table) => [
    uniqueIndex('feeds_poll').on(table.pollId),
    index('feeds_stream_due')
      .on(table.streamScheduledAt)
      .where(sql`${table.streamScheduledAt} is not null and ${table.streamToldAt} is null`),
    index('feeds_tickets_open')
      .on(table.streamScheduledAt)
      .where(sql`${table.ticketCents} is not null and ${table.showOutcome} is null`),
    uniqueIndex('feeds_show_session').on(table.showSessionId),
    check('feeds_outcome', sql`${table.showOutcome} is null or ${table.ticketCents} is not null`),
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
    /** Alternative text. */
    alt: text().notNull().default(''),
    /** When it was removed: since then only those who had bought the post before see it. */
    takenOutAt: timestamp(instant),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.fileId] })],
);

export const videos = pgTable('videos', {
  itemId: ofItem(),
  fileId: fileId(),
  /** A new file that is still being converted: it replaces `fileId` when it is ready. */
  nextFileId: fileId(),
  teaserId: fileId(),
  thumbnailId: fileId(),
});

export const galleries = pgTable('galleries', {
  itemId: ofItem(),
  coverPhotoId: uuid().references((): AnyPgColumn => photos.itemId, { onDelete: 'set null' }),
  totalPhotos: counter(),
});

export const photos = pgTable(
  'photos',
  {
    itemId: ofItem(),
    /** A photo in a gallery has the gallery's access. It outlives the gallery, for buyers of other galleries that contained it. */
    galleryId: uuid().references((): AnyPgColumn => galleries.itemId, { onDelete: 'set null' }),
    fileId: fileId(),
    ordering: integer().notNull().default(0),
  },
  (table) => [index('photos_gallery').on(table.galleryId, table.ordering, table.itemId), index('photos_file').on(table.fileId)],
);

/** Photos that were removed from a sold gallery: those who bought it before keep access to them. */
export const removedPhotos = pgTable(
  'photos_taken_out',
  {
    itemId: uuid()
      .notNull()
      .references(() => photos.itemId, { onDelete: 'cascade' }),
    galleryId: uuid()
      .notNull()
      .references(() => galleries.itemId, { onDelete: 'cascade' }),
    /** Its position in the gallery. */
    ordering: integer().notNull(),
    /** The last time, if it was added again in between. */
    takenOutAt: timestamp(instant).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.galleryId] }),
    index('photos_taken_out_gallery').on(table.galleryId, table.itemId),
  ],
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
