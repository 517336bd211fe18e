/** The figures of the statistics, one query each. Every query reads only an index, or few rows. */
import { and, count, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, sql, sum, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Statistics as StatisticsSchema } from '@contract/site/statistics';
import { moderatedKinds, moderatedTypes } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { releases } from '../../platform/db/schema/consent';
import { items } from '../../platform/db/schema/content';
import { files } from '../../platform/db/schema/files';
import { payoutRequests } from '../../platform/db/schema/money';
import { paymentDisputes } from '../../platform/db/schema/payments';
import { performers } from '../../platform/db/schema/performers';
import { comments } from '../../platform/db/schema/responses';
import { appeals, reports } from '../../platform/db/schema/safety';
import { contactMessages } from '../../platform/db/schema/site';
import { orders } from '../../platform/db/schema/store';
import { streamSessions } from '../../platform/db/schema/streaming';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { jobRows } from '../../platform/jobs/rows';
import type { Days } from './days';

export type Statistics = z.output<typeof StatisticsSchema>;
type Part<K extends keyof Statistics> = NonNullable<Statistics[K]>;
/** The transaction in which all figures are read, so that they are of the same instant. */
export type Snapshot = Pick<Context, 'db'>;

export const accountsByState = ({ db }: Snapshot): Promise<Part<'accounts'>> =>
  db
    .select({ role: accounts.role, status: accounts.status, count: count() })
    .from(accounts)
    .groupBy(accounts.role, accounts.status)
    .orderBy(accounts.role, accounts.status);

export async function contentByKind({ db }: Snapshot): Promise<Part<'content'>> {
  const shown = await db.select({ kind: items.kind, count: count() }).from(items).where(eq(items.isListed, true)).groupBy(items.kind);
  const hidden = await db
    .select({ kind: items.kind, count: count() })
    .from(items)
    .where(and(isNotNull(items.hiddenAt), isNull(items.deletedAt)))
    .groupBy(items.kind);
  const [commentCounts] = await db
    .select({ all: count(), hidden: count(comments.hiddenAt) })
    .from(comments)
    .where(isNull(comments.deletedAt));
  const of = (rows: typeof shown, kind: string): number => rows.find((row) => row.kind === kind)?.count ?? 0;
  return moderatedTypes.map((type) => {
    if (type !== 'comments') return { type, shown: of(shown, moderatedKinds[type]), hidden: of(hidden, moderatedKinds[type]) };
    const { all = 0, hidden: hiddenCount = 0 } = commentCounts ?? {};
    return { type, shown: all - hiddenCount, hidden: hiddenCount };
  });
}

export async function liveNow({ db }: Snapshot): Promise<Part<'live'>> {
  const [row] = await db
    .select({ shows: count(), viewers: sum(streamSessions.viewers).mapWith(Number) })
    .from(streamSessions)
    .where(and(ne(streamSessions.status, 'ended'), eq(streamSessions.status, 'live')));
  return { shows: row?.shows ?? 0, viewers: row?.viewers ?? 0 };
}

export const ordersByState = ({ db }: Snapshot): Promise<Part<'orders'>> =>
  db.select({ status: orders.deliveryStatus, count: count() }).from(orders).groupBy(orders.deliveryStatus).orderBy(orders.deliveryStatus);

export const subscriptionsByState = ({ db }: Snapshot): Promise<Part<'subscriptions'>> =>
  db
    .select({ status: subscriptions.status, count: count() })
    .from(subscriptions)
    .groupBy(subscriptions.status)
    .orderBy(subscriptions.status);

/** Performers whose documents await a decision. */
export const applications = ({ db }: Snapshot): Promise<number> =>
  db.$count(
    performers,
    and(
      eq(performers.verification, 'pending'),
      sql`exists (select from ${accounts} where ${accounts.id} = ${performers.accountId} and ${accounts.isPerformer})`,
    ),
  );
/** Releases that await a decision. */
export const waitingReleases = ({ db }: Snapshot): Promise<number> => db.$count(releases, eq(releases.status, 'waiting'));
export const openReports = ({ db }: Snapshot): Promise<number> => db.$count(reports, eq(reports.status, 'open'));
export const openAppeals = ({ db }: Snapshot): Promise<number> => db.$count(appeals, eq(appeals.status, 'open'));
export const openPayouts = ({ db }: Snapshot): Promise<number> => db.$count(payoutRequests, eq(payoutRequests.status, 'pending'));
/** Disputes that can still be answered at `now`. */
export const waitingDisputes = ({ db }: Snapshot, now: Date): Promise<number> =>
  db.$count(
    paymentDisputes,
    and(
      gt(paymentDisputes.evidenceDueAt, now),
      inArray(paymentDisputes.status, ['needs_response', 'warning_needs_response']),
      eq(paymentDisputes.answer, 'none'),
    ),
  );
export const waitingMessages = ({ db }: Snapshot): Promise<number> => db.$count(contactMessages, isNull(contactMessages.repliedAt));

/** The queue deletes finished jobs after half a day, so the table is short. */
export const jobsByState = ({ db }: Snapshot): Promise<Part<'queues'>> =>
  db
    .select({ state: jobRows.state, count: count() })
    .from(jobRows)
    .where(sql`${jobRows.state} in ('created', 'retry', 'active', 'failed')`)
    .groupBy(jobRows.state)
    .orderBy(jobRows.state);

export async function storedFiles({ db }: Snapshot): Promise<Part<'storage'>> {
  const bytes = sum(files.size).mapWith(Number);
  const byType = await db.select({ type: files.type, files: count(), bytes }).from(files).groupBy(files.type);
  byType.sort((a, b) => b.bytes - a.bytes || a.type.localeCompare(b.type));
  const total = (of: (row: (typeof byType)[number]) => number): number => byType.reduce((all, row) => all + of(row), 0);
  return { files: total((row) => row.files), bytes: total((row) => row.bytes), byType };
}

async function perDay(
  { db }: Snapshot,
  { first, last }: Days,
  table: typeof accounts | typeof items,
  at: PgColumn,
  filter?: SQL,
): Promise<Map<string, number>> {
  const day = sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day, count: count() })
    .from(table)
    .where(
      and(
        gte(at, sql`${first}::date::timestamp at time zone 'UTC'`),
        lt(at, sql`(${last}::date + 1)::timestamp at time zone 'UTC'`),
        filter,
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.day, row.count]));
}

/** New accounts by day. */
export const joinedByDay = (snapshot: Snapshot, days: Days) => perDay(snapshot, days, accounts, accounts.createdAt);
/** Published items that are still listed, by day. */
export const publishedByDay = (snapshot: Snapshot, days: Days) =>
  perDay(snapshot, days, items, items.publishedAt, eq(items.isListed, true));
