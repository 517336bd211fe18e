/** What waits in the database, for the metrics: jobs, mails, events on their way to sockets, and payments whose end is not known. */
import { and, count, eq, gt, inArray, min, ne, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context';
import { mails, outbox, payments } from '../db/schema/schema';
import { jobRows } from '../jobs/rows';

type Lent = Pick<Context, 'db'>;

/** How long the oldest of some rows has waited, in seconds; 0 when there is none. */
async function waited_s({ db }: Lent, table: PgTable, since: PgColumn, which?: SQL): Promise<number> {
  const seconds = sql<number>`extract(epoch from now() - ${min(since)})`.mapWith(Number);
  const [row] = await db.select({ seconds, rows: count() }).from(table).where(which);
  return row === undefined || row.rows === 0 ? 0 : Math.max(0, row.seconds);
}

const jobStates = ['created', 'retry', 'active', 'failed'] as const;

export async function jobsByState({ db }: Lent): Promise<Record<string, number>> {
  const some = inArray(jobRows.state, [...jobStates]);
  const found = await db.select({ state: jobRows.state, jobs: count() }).from(jobRows).where(some).groupBy(jobRows.state);
  return Object.fromEntries(jobStates.map((state) => [state, found.find((row) => row.state === state)?.jobs ?? 0]));
}

/** For how long the job that waits longest could have begun. */
export const jobsOverdue_s = (ctx: Lent): Promise<number> =>
  waited_s(ctx, jobRows, jobRows.startAfter, sql`${jobRows.state} in ('created', 'retry') and ${jobRows.startAfter} <= now()`);

/** Unsent mails: all that are queued, and those that failed in the last day. Reads `mails_unsent` only. */
export async function mailsByState({ db }: Lent): Promise<Record<string, number>> {
  const isRecent = or(eq(mails.status, 'queued'), gt(mails.createdAt, sql`now() - interval '1 day'`));
  const found = await db
    .select({ state: mails.status, mails: count() })
    .from(mails)
    .where(and(ne(mails.status, 'sent'), isRecent))
    .groupBy(mails.status);
  return Object.fromEntries((['queued', 'failed'] as const).map((state) => [state, found.find((row) => row.state === state)?.mails ?? 0]));
}

export const mailsWaiting_s = (ctx: Lent): Promise<number> => waited_s(ctx, mails, mails.createdAt, eq(mails.status, 'queued'));

/** Events that have happened and were not told to sockets yet: hosts empty this table all the time. */
export const eventsWaiting_s = (ctx: Lent): Promise<number> => waited_s(ctx, outbox, outbox.createdAt);

const unsettled = ['created', 'processing', 'requires_action'] as const;

/** Payments whose end is not known, by what they wait for. Reads `payments_unsettled` only. */
export async function unsettledPayments({ db }: Lent): Promise<Record<string, number>> {
  const found = await db
    .select({ state: payments.status, payments: count() })
    .from(payments)
    .where(inArray(payments.status, [...unsettled]))
    .groupBy(payments.status);
  return Object.fromEntries(unsettled.map((state) => [state, found.find((row) => row.state === state)?.payments ?? 0]));
}

export const paymentsWaiting_s = (ctx: Lent): Promise<number> =>
  waited_s(ctx, payments, payments.updatedAt, inArray(payments.status, [...unsettled]));
