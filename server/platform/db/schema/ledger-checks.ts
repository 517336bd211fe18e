/** Results of the nightly ledger checks. */
import { boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** A violated ledger invariant, with its first violations. */
export interface ViolatedInvariant {
  law: string;
  says: string;
  differences: string[];
}

/** One row per night, written after its check. */
export const ledgerChecks = pgTable('book_checks', {
  /** The day of the check in UTC: `2026-05-01`. */
  night: text().primaryKey(),
  startedAt: timestamp(instant).notNull(),
  endedAt: timestamp(instant).notNull(),
  ok: boolean().notNull(),
  broken: jsonb().$type<ViolatedInvariant[]>().notNull(),
});
