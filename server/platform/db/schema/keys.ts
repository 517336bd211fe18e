/** API keys for the console's endpoints. */
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { instant } from './columns';

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 of the key: the key cannot be recovered from the database. */
    keyHash: text().notNull(),
    hint: text().notNull(),
    rights: text().array().notNull(),
    expiresAt: timestamp(instant),
    lastUsedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.keyHash), index('api_keys_account').on(table.accountId)],
);
