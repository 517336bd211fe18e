/** What was reported and what operators decided; and files that are kept for it, whatever becomes of what used them. */
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type {
  AppealStatus,
  DecisionAction,
  DecisionTarget,
  ReportAction,
  ReportReason,
  ReportStatus,
  ReportTarget,
} from '@contract/values';
import { accounts } from './accounts';
import { instant } from './columns';
import { files } from './files';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
const operator = () => uuid().references(() => accounts.id, { onDelete: 'set null' });

/** What was reported, as it was at that moment. */
export interface KeptEvidence {
  title: string;
  text: string;
  facts: { label: string; value: string }[];
  lines: { author: string; text: string; at: string }[];
  fileIds: string[];
  link: string | null;
}

export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    target: text().$type<ReportTarget>().notNull(),
    targetId: uuid().notNull(),
    /** Whose it is, or who it is. */
    ownerId: person(),
    /** Null where the list of words found it. */
    reporterId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    description: text().notNull(),
    evidence: jsonb().$type<KeptEvidence>().notNull(),
    /** Stands before all others that wait. */
    isUrgent: boolean().notNull(),
    status: text().$type<ReportStatus>().notNull(),
    action: text().$type<ReportAction>(),
    note: text().notNull().default(''),
    takenById: operator(),
    takenAt: timestamp(instant),
    decidedById: operator(),
    decidedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('reports_open_once')
      .on(table.reporterId, table.target, table.targetId)
      .where(sql`${table.status} = 'open'`),
    uniqueIndex('reports_open_once_by_words')
      .on(table.target, table.targetId)
      .where(sql`${table.status} = 'open' and ${table.reporterId} is null`),
    index('reports_updated').on(table.status, table.updatedAt, table.id),
    index('reports_created').on(table.status, table.createdAt, table.id),
    index('reports_target').on(table.targetId, table.status),
    index('reports_owner').on(table.ownerId, table.createdAt, table.id),
    index('reports_reporter').on(table.reporterId, table.createdAt, table.id),
  ],
);

export const decisions = pgTable(
  'decisions',
  {
    id: uuid().primaryKey(),
    /** Whom it concerns. */
    accountId: person(),
    target: text().$type<DecisionTarget>().notNull(),
    targetId: uuid().notNull(),
    action: text().$type<DecisionAction>().notNull(),
    title: text().notNull(),
    reason: text().notNull(),
    operatorId: operator(),
    createdAt: timestamp(instant).notNull(),
    endedAt: timestamp(instant),
  },
  (table) => [
    index('decisions_account').on(table.accountId, table.createdAt, table.id),
    index('decisions_target').on(table.targetId, table.createdAt),
  ],
);

/** What somebody says against a decision, once. */
export const appeals = pgTable(
  'appeals',
  {
    id: uuid().primaryKey(),
    decisionId: uuid()
      .notNull()
      .unique()
      .references(() => decisions.id, { onDelete: 'cascade' }),
    accountId: person(),
    text: text().notNull(),
    status: text().$type<AppealStatus>().notNull(),
    note: text().notNull().default(''),
    decidedById: operator(),
    decidedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('appeals_created').on(table.status, table.createdAt, table.id),
    index('appeals_updated').on(table.status, table.updatedAt, table.id),
    index('appeals_account').on(table.accountId),
  ],
);

/** Files that something needs beside what uses them: nothing erases them before `until`. */
export const fileHolds = pgTable(
  'file_holds',
  {
    fileId: uuid()
      .notNull()
      .references(() => files.id),
    /** Reads like `report:<id>`. */
    heldBy: text().notNull(),
    /** Null: as long as nobody says until when. */
    until: timestamp(instant),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.heldBy] }), index('file_holds_by').on(table.heldBy)],
);
