/** What the nightly checks of the books found. */
import { boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** A law that did not hold, with its first cases. */
export interface BrokenLaw {
  law: string;
  says: string;
  differences: string[];
}

/** One row per night, written when its check has ended. */
export const bookChecks = pgTable('book_checks', {
  /** The day on which it was due, in UTC: `2026-05-01`. */
  night: text().primaryKey(),
  startedAt: timestamp(instant).notNull(),
  endedAt: timestamp(instant).notNull(),
  ok: boolean().notNull(),
  broken: jsonb().$type<BrokenLaw[]>().notNull(),
});
