/** Two-factor authentication: factors, pending sign-ins and trusted devices. */
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { instant } from './columns';

const account = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** One TOTP secret per account. It is not required until `accounts.two_factor_at` is set. */
export const secondFactors = pgTable('second_factors', {
  accountId: account().primaryKey(),
  /** Encrypted, bound to the account. */
  secretSealed: text().notNull(),
  /** The time step of the last accepted code: codes of this or earlier steps are rejected (no replay). */
  lastStep: integer().notNull().default(0),
  wrongCodes: integer().notNull().default(0),
  /** The start of the period in which `wrongCodes` are counted. */
  wrongSince: timestamp(instant),
  createdAt: timestamp(instant).notNull(),
});

/** Recovery codes, for a lost app. A used code is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: account(),
    /** A keyed hash: the codes are so short that a plain digest could be brute-forced. */
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** Pending sign-ins after the first factor: each for one account, valid once, for some minutes. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    tokenHash: text().primaryKey(),
    accountId: account(),
    remember: boolean().notNull(),
    wrongCodes: integer().notNull().default(0),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [index('sign_in_tickets_account').on(table.accountId), index('sign_in_tickets_expiry').on(table.expiresAt)],
);

/** Browsers that skip the second factor for a limited time. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: uuid().primaryKey(),
    accountId: account(),
    /** SHA-256 of the browser's token. */
    tokenHash: text().notNull(),
    device: text().notNull(),
    address: text(),
    country: text(),
    createdAt: timestamp(instant).notNull(),
    lastUsedAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('trusted_devices_token').on(table.accountId, table.tokenHash),
    index('trusted_devices_expiry').on(table.expiresAt),
  ],
);
