/** Keys that devices keep for accounts, and questions to devices that wait for their answer. */
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
    /** What the device calls the key. */
    credentialId: text().notNull(),
    /** In COSE, base64url. It opens nothing. */
    publicKey: text().notNull(),
    /** How often the device has used it; some always say 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: timestamp(instant).notNull(),
    lastUsedAt: timestamp(instant),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_account').on(table.accountId, table.id)],
);

/** Used once, within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** For whom a new key is made; null where a known one is asked for. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);
