/** The people who run the site, and what each of them may do. */
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Bundle } from '@contract/rights';
import { accounts } from './accounts';
import { instant } from './columns';

/** A row for every account with the role of an operator. */
export const teamMembers = pgTable('team_members', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Null: the rights are those of the list. */
  bundle: text().$type<Bundle>(),
  rights: text().array().notNull().default([]),
  createdAt: timestamp(instant).notNull(),
  updatedAt: timestamp(instant).notNull(),
});
