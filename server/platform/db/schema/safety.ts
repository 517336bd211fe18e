/** Reports, decisions and appeals, and holds that protect files from deletion. */
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
} from '@contract/kernel/values/moderation';
import { accounts } from './accounts';
import { instant } from './columns';
import { files } from './files';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
const operator = () => uuid().references(() => accounts.id, { onDelete: 'set null' });

/** A snapshot of the reported content. */
export interface EvidenceSnapshot {
  title: string;
  text: string;
  facts: { label: string; value: string }[];
  /** The last messages of a chat before the report. */
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
    /** The owner of the target, or the reported account itself. */
    ownerId: person(),
    /** Null if the filter of blocked words created the report. */
    reporterId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    description: text().notNull(),
    evidence: jsonb().$type<EvidenceSnapshot>().notNull(),
    /** Sorted before all other open reports. */
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
    /** The account that the decision is about. */
    accountId: person(),
    target: text().$type<DecisionTarget>().notNull(),
    targetId: uuid().notNull(),
    action: text().$type<DecisionAction>().notNull(),
    title: text().notNull(),
    reason: text().notNull(),
    operatorId: operator(),
    createdAt: timestamp(instant).notNull(),
    /** When a suspension or hiding was lifted. Null while it applies, and for other actions. */
    endedAt: timestamp(instant),
  },
  (table) => [
    index('decisions_account').on(table.accountId, table.createdAt, table.id),
    index('decisions_target').on(table.targetId, table.createdAt),
  ],
);

/** Appeals: at most one per decision. */
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

/** Holds on files that are evidence of a report: a held file is not deleted before `until`, even if nothing uses it. */
export const fileHolds = pgTable(
  'file_holds',
  {
    fileId: uuid()
      .notNull()
      .references(() => files.id),
    /** No foreign key: holds are inserted before their report, in the same transaction. */
    reportId: uuid().notNull(),
    /** Null: held until the report is closed. */
    until: timestamp(instant),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.reportId] }), index('file_holds_report').on(table.reportId)],
);
