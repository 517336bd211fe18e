/** Polls in posts, their options and votes. */
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { instant } from './columns';

const counter = () => integer().notNull().default(0);

export const polls = pgTable(
  'polls',
  {
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id),
    question: text().notNull(),
    expiresAt: timestamp(instant),
    totalVotes: counter(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('polls_performer').on(table.performerId, table.createdAt)],
);

export const pollOptions = pgTable(
  'poll_options',
  {
    id: uuid().primaryKey(),
    pollId: uuid()
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    ordering: integer().notNull(),
    votes: counter(),
  },
  (table) => [index('poll_options_poll').on(table.pollId, table.ordering)],
);

/** One vote per poll and person. */
export const pollVotes = pgTable(
  'poll_votes',
  {
    pollId: uuid()
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    optionId: uuid()
      .notNull()
      .references(() => pollOptions.id, { onDelete: 'cascade' }),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [primaryKey({ columns: [table.pollId, table.accountId] })],
);
