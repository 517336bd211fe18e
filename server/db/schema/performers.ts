/** What a performer's account has beside the account itself. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DocumentType, messageAudiences, payoutMethods, Verification } from '@contract/values';
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
    isFeatured: boolean().notNull().default(false),
    views: integer().notNull().default(0),
    /** Of the last 30 days: counted with each view, taken back by the sweep. */
    recentViews: integer().notNull().default(0),
    /** Null: the site's own rate. */
    commissionRate: numeric(share),
    /** Fans with access now. */
    subscribers: integer().notNull().default(0),
    payoutPreferred: text().$type<(typeof payoutMethods)[number]>(),
    /** Bank details, encrypted whole. */
    bankingSealed: text(),
    /** What may be shown of them. */
    bankingShown: jsonb().$type<{ firstName: string; lastName: string; bankName: string; country: string; last4: string }>(),
    paypalSealed: text(),
    paypalShown: text(),
  },
  (table) => [
    index('performers_verification').on(table.verification, table.isFeatured),
    index('performers_views').on(table.views, table.accountId),
    index('performers_recent_views').on(table.recentViews, table.accountId),
  ],
);

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
