/** The second step of a sign-in: what it is made of, sign-ins that wait for it, and devices that need not give it. */
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { instant } from './columns';

const account = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** One secret of an authenticator app per account. It asks for nothing until `accounts.two_factor_at` says so. */
export const secondFactors = pgTable('second_factors', {
  accountId: account().primaryKey(),
  /** Sealed, bound to the account. */
  secretSealed: text().notNull(),
  /** The time step of the last code that counted: neither it nor an earlier one counts again. */
  lastStep: integer().notNull().default(0),
  wrongCodes: integer().notNull().default(0),
  /** When the wrong codes began to be counted. */
  wrongSince: timestamp(instant),
  createdAt: timestamp(instant).notNull(),
});

/** Codes for when the app is lost. A used one is gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: account(),
    /** Made with a key of the site: the codes are short enough to be guessed from a plain digest. */
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** Sign-ins whose first step is done: each for one account, used once, for minutes. */
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

/** Browsers from which an account signs in without its second step, for a while. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: uuid().primaryKey(),
    accountId: account(),
    /** SHA-256 of what the browser keeps. */
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
