/** The log of delegates' actions. The delegations themselves are in accounts.ts, because sessions reference them. */
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { instant } from './columns';

/** One row per action of a delegate. */
export const delegateActions = pgTable(
  'helper_acts',
  {
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    helperId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** The endpoint's name. */
    endpoint: text().notNull(),
    targetId: text(),
    /** Whether it created the target. */
    isMade: boolean().notNull(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('helper_acts_performer').on(table.performerId, table.createdAt, table.id),
    index('helper_acts_helper').on(table.helperId, table.createdAt),
    index('helper_acts_target').on(table.targetId),
    index('helper_acts_age').on(table.createdAt),
  ],
);
