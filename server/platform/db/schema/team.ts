/** The people who run the site, and what each of them may do. */
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Bundle } from '@contract/kernel/rights';
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

/** Who is invited to the team and has not come yet: one row for each address. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    bundle: text().$type<Bundle>(),
    rights: text().array().notNull().default([]),
    /** Of the token that was mailed. */
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
