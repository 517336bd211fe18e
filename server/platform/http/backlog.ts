/** Backlogs in the database, for the metrics: jobs, mails, outbox events and unsettled payments. */
import { and, count, eq, gt, inArray, min, ne, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context';
import { payments } from '../db/schema/payments';
import { mails, outbox } from '../db/schema/site';
import { jobRows } from '../jobs/rows';

type DbContext = Pick<Context, 'db'>;

/** The age of the oldest matching row in seconds; 0 if there is none. */
async function oldestAge_s({ db }: DbContext, table: PgTable, since: PgColumn, where?: SQL): Promise<number> {
  const seconds = sql<number>`extract(epoch from now() - ${min(since)})`.mapWith(Number);
  const [row] = await db.select({ seconds, rows: count() }).from(table).where(where);
  return row === undefined || row.rows === 0 ? 0 : Math.max(0, row.seconds);
}

const jobStates = ['created', 'retry', 'active', 'failed'] as const;

/** Jobs in the queue by state; completed and canceled ones are not counted. */
export async function jobsByState({ db }: DbContext): Promise<Record<string, number>> {
  const isCounted = inArray(jobRows.state, [...jobStates]);
  const found = await db.select({ state: jobRows.state, jobs: count() }).from(jobRows).where(isCounted).groupBy(jobRows.state);
  return Object.fromEntries(jobStates.map((state) => [state, found.find((row) => row.state === state)?.jobs ?? 0]));
}

/** How long the oldest due job has been waiting, in seconds. */
export const jobsOverdue_s = (ctx: DbContext): Promise<number> =>
  oldestAge_s(ctx, jobRows, jobRows.startAfter, sql`${jobRows.state} in ('created', 'retry') and ${jobRows.startAfter} <= now()`);

/** Unsent mails: all queued ones, and those that failed in the last day. Uses only the index `mails_unsent`. */
export async function mailsByState({ db }: DbContext): Promise<Record<string, number>> {
  const isRecent = or(eq(mails.status, 'queued'), gt(mails.createdAt, sql`now() - interval '1 day'`));
  const found = await db
    .select({ state: mails.status, mails: count() })
    .from(mails)
    .where(and(ne(mails.status, 'sent'), isRecent))
    .groupBy(mails.status);
  return Object.fromEntries((['queued', 'failed'] as const).map((state) => [state, found.find((row) => row.state === state)?.mails ?? 0]));
}

export const mailsWaiting_s = (ctx: DbContext): Promise<number> => oldestAge_s(ctx, mails, mails.createdAt, eq(mails.status, 'queued'));

/** The age of the oldest outbox event in seconds. Processes empty this table continuously. */
export const eventsWaiting_s = (ctx: DbContext): Promise<number> => oldestAge_s(ctx, outbox, outbox.createdAt);

const unsettled = ['created', 'processing', 'requires_action'] as const;

/** Unsettled payments by status. Uses only the index `payments_unsettled`. */
export async function unsettledPayments({ db }: DbContext): Promise<Record<string, number>> {
  const found = await db
    .select({ state: payments.status, payments: count() })
    .from(payments)
    .where(inArray(payments.status, [...unsettled]))
    .groupBy(payments.status);
  return Object.fromEntries(unsettled.map((state) => [state, found.find((row) => row.state === state)?.payments ?? 0]));
}

export const paymentsWaiting_s = (ctx: DbContext): Promise<number> =>
  oldestAge_s(ctx, payments, payments.updatedAt, inArray(payments.status, [...unsettled]));
