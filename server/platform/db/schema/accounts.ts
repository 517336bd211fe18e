/** Accounts of every role, their credentials and sessions. */
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
import type { AccountStatus, Role } from '@contract/kernel/values/people';
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
    /** The name folded for search, and the `searchVersion` of the folding: 0 if the database derived it from the name. */
    nameKey: text().notNull().default(''),
    nameVersion: smallint().notNull().default(0),
    firstName: text(),
    lastName: text(),
    phone: text(),
    gender: text(),
    country: text(),
    locale: text(),
    /** argon2id of the password's SHA-256 digest; null for accounts that only use social sign-in. */
    passwordHash: text(),
    /** When two-factor was switched on; null without it. The factors are in `second_factors`. */
    twoFactorAt: timestamp(instant),
    status: text().$type<AccountStatus>().notNull().default('active'),
    suspendedReason: text(),
    suspendedAt: timestamp(instant),
    /** When the account is permanently deleted, if its owner requested that; null again once the deletion is complete. */
    deletesAt: timestamp(instant),
    avatarId: uuid(),
    coverId: uuid(),
    showOnline: boolean().notNull().default(true),
    readReceipts: boolean().notNull().default(true),
    showTyping: boolean().notNull().default(true),
    isOnline: boolean().notNull().default(false),
    lastSeenAt: timestamp(instant),
    /** Null: the owner has set no limit. */
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
    // For lists of performers, one index per order, so that the many fans are not scanned.
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

/** Delegates of performers and their rights: one row from the invitation on. */
export const performerHelpers = pgTable(
  'performer_helpers',
  {
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The invited address. */
    email: text().notNull(),
    /** Null until the invitation is accepted. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    rights: text().array().notNull(),
    /** Hash of the mailed token; null once the invitation is accepted. */
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
    /** SHA-256 of the media cookie's value, which grants access to media only. */
    mediaHash: text().notNull(),
    device: text().notNull(),
    address: text(),
    country: text(),
    createdAt: timestamp(instant).notNull(),
    lastUsedAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant).notNull(),
    /** The last authentication: at sign-in, or by entering the password again. */
    authenticatedAt: timestamp(instant).notNull(),
    /** The last two-factor verification in this session; null: none since two-factor was switched on, or a trusted device skipped it. */
    secondStepAt: timestamp(instant),
    /** A delegate's session: acts for the performer of this delegation. It ends with the delegation, and with the session `begunById`. */
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

/** Devices from which an account has signed in. A new one triggers a notification. */
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

/** The account's identities at social sign-in providers. */
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

/** Pending sign-ins with Twitter: valid once, for some minutes. */
export const pendingSocialSignIns = pgTable('social_attempts', {
  token: text().primaryKey(),
  expiresAt: timestamp(instant).notNull(),
});

/** Links in mails: valid once, for one purpose. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    tokenHash: text().primaryKey(),
    purpose: text().$type<'verify-email' | 'reset-password' | 'restore-email'>().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The recipient. */
    email: text().notNull(),
    expiresAt: timestamp(instant).notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('mailed_links_account').on(table.accountId, table.purpose), index('mailed_links_expiry').on(table.expiresAt)],
);

/** Former email addresses of accounts: mail sent to them still belongs to the account's owner only. */
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

/** Temporarily reserved usernames, so that a registration does not reveal whether an email address has an account. */
export const usernameHolds = pgTable('username_holds', {
  username: text().primaryKey(),
  until: timestamp(instant).notNull(),
});

/** Blocks between accounts; a block applies in both directions. */
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
