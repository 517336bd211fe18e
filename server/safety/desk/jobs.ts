/** Background jobs as operators see them: what they carry may be personal, so ids alone are shown of it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type deskContract from '@contract/safety/desk';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import { Id } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { jobRows, retryFailed, type JobRow } from '../../platform/jobs/rows';

type Contract = typeof deskContract;
type SearchQuery = Parsed<Contract['GET /admin/jobs/search']>['query'];
type JobAnswer = z.output<Contract['POST /admin/jobs/:id/retry']['answer']>;
type JobPage = z.output<Contract['GET /admin/jobs/search']['answer']>;

/** Addresses of people, addresses with what they carry, and whatever is long and random enough to open something. */
const telling = [/[^\s@<>"']+@[^\s@<>"']+/gu, /\bhttps?:\/\/\S+/giu, /\b[\w-]{24,}\b/gu, /"[^"]*"|'[^']*'/gu];

const wordsIn = (output: unknown): string => {
  if (typeof output !== 'object' || output === null) return '';
  const { cause, message } = output as { cause?: unknown; message?: unknown };
  // A query that failed tells its parameters; what the database said of it does not.
  return wordsIn(cause) || (typeof message === 'string' ? message : '');
};

/** The first line of why a job failed; what could name somebody or open something is left out of it. */
function failureOf(output: unknown): string {
  const [line = ''] = wordsIn(output).split('\n');
  const told = telling.reduce((words, pattern) => words.replaceAll(pattern, '…'), line.trim());
  return told === '' ? 'It ended without a word, or took too long.' : told.slice(0, limits.jobFailureLengthMax);
}

const aboutOf = (data: JobRow['data']): JobAnswer['about'] =>
  Object.entries(data ?? {}).flatMap(([name, value]) => {
    const id = Id.safeParse(value);
    return id.success ? [{ name, id: id.data }] : [];
  });

const waits = (state: JobRow['state']): boolean => state === 'created' || state === 'retry';

const answerOf = (row: JobRow): JobAnswer => ({
  _id: row.id,
  queue: row.name,
  about: aboutOf(row.data),
  state: row.state,
  tries: row.startedOn === null ? 0 : row.retryCount + 1,
  triesMax: row.retryLimit + 1,
  failure: row.output !== null && (row.state === 'failed' || row.state === 'retry') ? failureOf(row.output) : null,
  runsAt: waits(row.state) ? row.startAfter : null,
  createdAt: row.createdOn,
  updatedAt: row.completedOn ?? row.startedOn ?? row.createdOn,
});

const isIn = (state: JobRow['state']) => sql`${jobRows.state} = ${state}::jobs.job_state`;

/** Jobs of all queues, or of one, and how many of each queue have failed. */
export async function searchJobs(ctx: Context, { queue, state, q, ...query }: SearchQuery): Promise<JobPage> {
  // The queue makes its tables when it is first needed.
  await ctx.jobs.check();
  const failed = await ctx.db
    .select({ queue: jobRows.name, failed: sql<number>`count(*)::int` })
    .from(jobRows)
    .where(isIn('failed'))
    .groupBy(jobRows.name)
    .orderBy(jobRows.name);
  const source = ctx.db
    .select({
      id: jobRows.id,
      createdAt: sql<Date>`${jobRows.createdOn}`.as('created_at'),
      updatedAt: sql<Date>`coalesce(${jobRows.completedOn}, ${jobRows.startedOn}, ${jobRows.createdOn})`.as('updated_at'),
    })
    .from(jobRows)
    .where(
      and(
        q === undefined ? undefined : sql`strpos(${jobRows.name}, lower(${q})) > 0`,
        queue === undefined ? undefined : eq(jobRows.name, queue),
        state === undefined ? undefined : isIn(state),
      ),
    )
    .as('found');
  const page = await readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(jobRows).where(inArray(jobRows.id, ids));
    return new Map(rows.map((row) => [row.id, answerOf(row)]));
  });
  return { ...page, queues: failed };
}

/** Lets a failed job be tried again; of two who ask, one does it. Refuses with job_not_found and already_so. */
export async function retryJob(ctx: Context, actor: Actor, client: Client, id: string): Promise<JobAnswer> {
  await ctx.jobs.check();
  return inTransaction(ctx, async (tx) => {
    const isAgain = await retryFailed(tx.db, id);
    const [row] = await tx.db.select().from(jobRows).where(eq(jobRows.id, id));
    if (!row) return fail('job_not_found');
    if (!isAgain) return fail('already_so');
    await audit(tx, actor, client, {
      action: 'jobs.retry',
      targetType: 'job',
      targetId: id,
      before: { state: 'failed' },
      after: { state: row.state, queue: row.name },
    });
    return answerOf(row);
  });
}
