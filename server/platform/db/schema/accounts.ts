/** Accounts of every kind, what proves who they are, and their sessions. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { AccountStatus, Role } from '@contract/values';
import { cents, instant } from './columns';

export const accounts = pgTable(
  'accounts',
  {
    id: uuid().primaryKey(),
    role: text().$type<Role>().notNull(),
    isPerformer: boolean().notNull().default(false),
    /** Lower-cased; null until the account setup is finished. */
    username: text(),
    /** Lower-cased; null until the account setup is finished. */
    email: text(),
    pendingEmail: text(),
    emailVerifiedAt: timestamp(instant),
    name: text().notNull(),
    /** The name as search folds it, and the `searchVersion` by which: 0 where the database made it from the name itself. */
    nameKey: text().notNull().default(''),
    nameVersion: smallint().notNull().default(0),
    firstName: text(),
    lastName: text(),
    phone: text(),
    gender: text(),
    country: text(),
    locale: text(),
    /** argon2id over the SHA-256 digest of the password; null for accounts that only sign in elsewhere. */
    passwordHash: text(),
    /** When the second step was switched on; null without one. What it is made of stands in `second_factors`. */
    twoFactorAt: timestamp(instant),
    status: text().$type<AccountStatus>().notNull().default('active'),
    suspendedReason: text(),
    suspendedAt: timestamp(instant),
    /** When it is erased, where its person asked for that; null again once nothing is left to do. */
    deletesAt: timestamp(instant),
    avatarId: uuid(),
    coverId: uuid(),
    showOnline: boolean().notNull().default(true),
    readReceipts: boolean().notNull().default(true),
    showTyping: boolean().notNull().default(true),
    isOnline: boolean().notNull().default(false),
    lastSeenAt: timestamp(instant),
    /** Null: no limit of her own. */
    monthlySpendingLimitCents: bigint(cents),
    confirmTipAboveCents: bigint(cents),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('accounts_texts').using(
      'gin',
      sql`${table.nameKey} gin_trgm_ops`,
      sql`${table.username} gin_trgm_ops`,
      sql`${table.email} gin_trgm_ops`,
    ),
    index('accounts_unfolded')
      .on(table.id)
      .where(sql`${table.nameVersion} < 1`),
    uniqueIndex('accounts_username').on(table.username),
    uniqueIndex('accounts_email').on(table.email),
    index('accounts_updated').on(table.updatedAt, table.id),
    index('accounts_created').on(table.createdAt, table.id),
    index('accounts_role').on(table.role, table.status),
    index('accounts_deletes')
      .on(table.deletesAt)
      .where(sql`${table.deletesAt} is not null`),
    // Lists of performers, each in one of its orders: fans, who are many more, are not walked over.
    index('accounts_performers_updated')
      .on(table.updatedAt, table.id)
      .where(sql`${table.isPerformer}`),
    index('accounts_performers_created')
      .on(table.createdAt, table.id)
      .where(sql`${table.isPerformer}`),
    index('accounts_performers_name')
      .on(table.name, table.id)
      .where(sql`${table.isPerformer}`),
    index('accounts_performers_online')
      .on(sql`(${table.isOnline} and ${table.showOnline})`, table.id)
      .where(sql`${table.isPerformer}`),
  ],
);

/** Who helps which performer with what: a row from the invitation on, whose link is there while it has not been taken. */
export const performerHelpers = pgTable(
  'performer_helpers',
  {
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Where the invitation went. */
    email: text().notNull(),
    /** Null until the invitation is taken. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    rights: text().array().notNull(),
    /** Of the token that was mailed; null once it is taken. */
    tokenHash: text(),
    expiresAt: timestamp(instant),
    invitedAt: timestamp(instant).notNull(),
    acceptedAt: timestamp(instant),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('performer_helpers_email').on(table.performerId, table.email),
    uniqueIndex('performer_helpers_account').on(table.performerId, table.accountId),
    uniqueIndex('performer_helpers_token').on(table.tokenHash),
    index('performer_helpers_of').on(table.accountId),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text().notNull(),
    /** SHA-256 of the value in the media cookie, which opens nothing but media. */
    mediaHash: text().notNull(),
    device: text().notNull(),
    address: text(),
    country: text(),
    createdAt: timestamp(instant).notNull(),
    lastUsedAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant).notNull(),
    /** When the person last proved who she is: at sign-in, and by entering the password again. */
    authenticatedAt: timestamp(instant).notNull(),
    /** When the second step was last given in this session; null: not since it was switched on, or by a trusted device. */
    secondStepAt: timestamp(instant),
    /** In place of the own account, it works for the performer whom this says; it ends with that, and with the session that began it. */
    helpingId: uuid().references((): AnyPgColumn => performerHelpers.id, { onDelete: 'cascade' }),
    begunById: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('sessions_helping').on(table.helpingId),
    index('sessions_begun_by').on(table.begunById),
    uniqueIndex('sessions_token').on(table.tokenHash),
    uniqueIndex('sessions_media').on(table.mediaHash),
    index('sessions_account').on(table.accountId, table.lastUsedAt),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Devices from which an account has signed in before: a new one is worth a notice. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    fingerprint: text().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.fingerprint] })],
);

/** Who the account is at another site that signs people in. */
export const identities = pgTable(
  'identities',
  {
    provider: text().$type<'google' | 'twitter'>().notNull(),
    subject: text().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index('identities_account').on(table.accountId)],
);

/** A sign-in with Twitter on its way: used once, within minutes. */
export const socialAttempts = pgTable('social_attempts', {
  token: text().primaryKey(),
  expiresAt: timestamp(instant).notNull(),
});

/** Links that mails carry: used once, for one purpose. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    tokenHash: text().primaryKey(),
    purpose: text().$type<'verify-email' | 'reset-password' | 'restore-email'>().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address to which it was sent. */
    email: text().notNull(),
    expiresAt: timestamp(instant).notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('mailed_links_account').on(table.accountId, table.purpose), index('mailed_links_expiry').on(table.expiresAt)],
);

/** Addresses that accounts had: what is sent to one is still for the account's person alone. */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    leftAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.email] }), index('former_addresses_email').on(table.email)],
);

/** Usernames that nobody else may take for a while, so that a registration tells nothing about addresses. */
export const usernameHolds = pgTable('username_holds', {
  username: text().primaryKey(),
  until: timestamp(instant).notNull(),
});

/** Who has blocked whom; it holds both ways. */
export const userBlocks = pgTable(
  'user_blocks',
  {
    id: uuid().primaryKey(),
    blockerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    targetId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    reason: text(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [uniqueIndex('user_blocks_pair').on(table.blockerId, table.targetId), index('user_blocks_target').on(table.targetId)],
);
