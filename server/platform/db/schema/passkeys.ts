/** Passkeys and pending WebAuthn challenges. */
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { instant } from './columns';

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The credential id from the device. */
    credentialId: text().notNull(),
    /** COSE key, base64url. */
    publicKey: text().notNull(),
    /** The signature counter; some devices always send 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: timestamp(instant).notNull(),
    lastUsedAt: timestamp(instant),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_account').on(table.accountId, table.id)],
);

/** Valid once, for some minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** The account that registers a new passkey; null for a sign-in with an existing one. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);
