/** Data exports. */
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ExportStatus } from '@contract/kernel/values/files';
import { accounts } from './accounts';
import { instant } from './columns';

/** An account's last data export: one row per account, so that only one can run at a time. */
export const dataExports = pgTable(
  'data_exports',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** New for each request; the archive's file has the same id. */
    id: uuid().notNull().unique(),
    status: text().$type<Exclude<ExportStatus, 'none'>>().notNull(),
    progress: integer().notNull().default(0),
    /** How often the export was started. */
    attempts: integer().notNull().default(0),
    /** The worker's lease, or the deadline for its job to start: after it either counts as lost. */
    workedUntil: timestamp(instant),
    size: bigint({ mode: 'number' }),
    createdAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant),
  },
  (table) => [index('data_exports_unready').on(table.status, table.workedUntil), index('data_exports_expiry').on(table.expiresAt)],
);
