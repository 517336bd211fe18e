/** Profiles of performers and their derived tables. */
import { sql, type SQL } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { messageAudiences } from '@contract/kernel/values/messages';
import type { payoutMethods } from '@contract/kernel/values/money';
import type { DocumentType, Verification } from '@contract/kernel/values/people';
import { accounts } from './accounts';
import { cents, instant, share } from './columns';

const ownerId = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const performers = pgTable(
  'performers',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    bio: text().notNull().default(''),
    languages: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    city: text(),
    state: text(),
    zipCode: text(),
    address: text(),
    dateOfBirth: date({ mode: 'string' }),
    height: text(),
    weight: text(),
    bodyType: text(),
    ethnicity: text(),
    size: text(),
    hair: text(),
    eyes: text(),
    sexualOrientation: text(),
    isFreeSubscription: boolean().notNull().default(false),
    freeSubscriptionDays: integer().notNull(),
    monthlyPriceCents: bigint(cents).notNull(),
    yearlyPriceCents: bigint(cents).notNull(),
    messageAudience: text().$type<(typeof messageAudiences)[number]>().notNull().default('everyone'),
    messagePriceCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    verification: text().$type<Verification>().notNull().default('none'),
    verificationNote: text(),
    verifiedAt: timestamp(instant),
    /** When an operator last decided on the documents. The setting `documentRetentionDays` counts from then. */
    decidedAt: timestamp(instant),
    isFeatured: boolean().notNull().default(false),
    views: integer().notNull().default(0),
    /** Views of the last 30 days: each view adds to it, the sweep subtracts expired ones. */
    recentViews: integer().notNull().default(0),
    /** Null: the site's setting. */
    commissionRate: numeric(share),
    /** Days until a sale can be paid out. Null: the site's setting. */
    clearingDays: integer(),
    /** Fans with access now. */
    subscribers: integer().notNull().default(0),
    followers: integer().notNull().default(0),
    /** Likes of the page and of all its items. */
    likes: integer().notNull().default(0),
    /** The order of the top list: a subscriber counts as 20 views of the last 30 days, a like as 5. */
    popularity: integer().generatedAlwaysAs(
      (): SQL => sql`${performers.subscribers} * 20 + ${performers.likes} * 5 + ${performers.recentViews}`,
    ),
    bookmarks: integer().notNull().default(0),
    /** Published items by kind. */
    totalFeeds: integer().notNull().default(0),
    totalVideos: integer().notNull().default(0),
    totalGalleries: integer().notNull().default(0),
    totalPhotos: integer().notNull().default(0),
    totalProducts: integer().notNull().default(0),
    /** Duration of public shows, without private ones. */
    totalStream_s: integer('total_stream_s').notNull().default(0),
    privateEnabled: boolean().notNull().default(false),
    privateMinuteCents: bigint(cents)
      .notNull()
      .default(sql`300`),
    privateMinimumMinutes: integer().notNull().default(3),
    welcomeVideoId: uuid(),
    activateWelcomeVideo: boolean().notNull().default(false),
    payoutPreferred: text().$type<(typeof payoutMethods)[number]>(),
    /** Encrypted bank details. */
    bankingSealed: text(),
    /** The part of them that may be shown. */
    bankingShown: jsonb().$type<{ firstName: string; lastName: string; bankName: string; country: string; last4: string }>(),
    paypalSealed: text(),
    paypalShown: text(),
  },
  (table) => [
    index('performers_decided')
      .on(table.decidedAt)
      .where(sql`${table.decidedAt} is not null`),
    index('performers_verification').on(table.verification, table.isFeatured),
    index('performers_views').on(table.views, table.accountId),
    index('performers_popularity').on(table.popularity, table.accountId),
  ],
);

/**
 * The search index of performers: one narrow row per performer with a publicly visible page. Only the triggers on accounts and
 * performers write it, at the end of each transaction.
 */
export const performerListings = pgTable(
  'performer_listings',
  {
    performerId: ownerId().primaryKey(),
    username: text(),
    name: text().notNull(),
    /** The folded name; `searchText`: the folded name and username. */
    nameKey: text().notNull(),
    searchText: text().notNull(),
    gender: text(),
    country: text(),
    /** Online, and visible as such. */
    isOnline: boolean().notNull(),
    dateOfBirth: date({ mode: 'string' }),
    height: text(),
    weight: text(),
    bodyType: text(),
    ethnicity: text(),
    size: text(),
    hair: text(),
    eyes: text(),
    sexualOrientation: text(),
    isFreeSubscription: boolean().notNull(),
    isFeatured: boolean().notNull(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('performer_listings_updated').on(table.updatedAt, table.performerId),
    index('performer_listings_created').on(table.createdAt, table.performerId),
    index('performer_listings_name').on(table.name, table.performerId),
    index('performer_listings_online').on(table.isOnline, table.performerId),
    index('performer_listings_name_start').on(table.nameKey.op('text_pattern_ops')),
    index('performer_listings_username_start').on(table.username.op('text_pattern_ops')),
    index('performer_listings_similar').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
);

/**
 * Performers with listed items whose page is not visible. There are few of them, so lists of items exclude them with one scan of
 * this small table instead of a lookup in `performerListings` per item. Only the triggers on accounts, performers and items write it.
 */
export const closedPerformers = pgTable('closed_performers', { performerId: ownerId().primaryKey() });

export const performerDocuments = pgTable(
  'performer_documents',
  {
    performerId: ownerId(),
    type: text().$type<DocumentType>().notNull(),
    fileId: uuid().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.performerId, table.type] })],
);

/** Countries from which a performer's page cannot be seen. */
export const performerBlockedCountries = pgTable(
  'performer_blocked_countries',
  { performerId: ownerId(), code: text().notNull() },
  (table) => [primaryKey({ columns: [table.performerId, table.code] })],
);

/** One row per performer, viewer and day: a page seen twice on a day counts once. */
export const performerViews = pgTable(
  'performer_views',
  { performerId: ownerId(), day: date({ mode: 'string' }).notNull(), viewer: text().notNull() },
  (table) => [primaryKey({ columns: [table.performerId, table.day, table.viewer] }), index('performer_views_day').on(table.day)],
);
