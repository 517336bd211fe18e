/** Operators and their rights. */
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Bundle } from '@contract/kernel/rights';
import { accounts } from './accounts';
import { instant } from './columns';

/** One row per account with the role operator. */
export const teamMembers = pgTable('team_members', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Null: `rights` applies. */
  bundle: text().$type<Bundle>(),
  rights: text().array().notNull().default([]),
  createdAt: timestamp(instant).notNull(),
  updatedAt: timestamp(instant).notNull(),
});

/** Open invitations to the team: one row per address. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    bundle: text().$type<Bundle>(),
    rights: text().array().notNull().default([]),
    /** Hash of the mailed token. */
    tokenHash: text().notNull(),
    invitedById: uuid().notNull(),
    createdAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('team_invitations_email').on(table.email),
    uniqueIndex('team_invitations_token').on(table.tokenHash),
    index('team_invitations_expiry').on(table.expiresAt),
  ],
);
