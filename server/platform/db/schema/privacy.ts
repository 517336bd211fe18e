/** What people do with all that the site keeps about them. */
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ExportStatus } from '@contract/values';
import { accounts } from './accounts';
import { instant } from './columns';

/** The archive that somebody asked for last: one row for each account, so that there is one at a time. */
export const dataExports = pgTable(
  'data_exports',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Anew for each time that she asks; the archive's file has the same id. */
    id: uuid().notNull().unique(),
    status: text().$type<Exclude<ExportStatus, 'none'>>().notNull(),
    progress: integer().notNull().default(0),
    /** How often the work was begun. */
    attempts: integer().notNull().default(0),
    /** Until when its worker has it alone, or its job is waited for; past it, either is taken for lost. */
    workedUntil: timestamp(instant),
    size: bigint({ mode: 'number' }),
    createdAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant),
  },
  (table) => [index('data_exports_unready').on(table.status, table.workedUntil), index('data_exports_expiry').on(table.expiresAt)],
);
