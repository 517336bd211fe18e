/** Background jobs for operators. Their payload may be personal, so only its ids are shown. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type deskContract from '@contract/safety/desk';
import type { Parsed } from '@contract/kernel/endpoint';
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
type JobResponse = z.output<Contract['POST /admin/jobs/:id/retry']['response']>;
type JobPage = z.output<Contract['GET /admin/jobs/search']['response']>;

/** Email addresses, URLs, long random strings (possible secrets) and quoted values. */
const sensitivePatterns = [/[^\s@<>"']+@[^\s@<>"']+/gu, /\bhttps?:\/\/\S+/giu, /\b[\w-]{24,}\b/gu, /"[^"]*"|'[^']*'/gu];

const messageOf = (output: unknown): string => {
  if (typeof output !== 'object' || output === null) return '';
  const { cause, message } = output as { cause?: unknown; message?: unknown };
  // The message of a failed query contains its parameters; its cause, the database error, does not.
  return messageOf(cause) || (typeof message === 'string' ? message : '');
};

/** The first line of a job's error, without personal data and secrets. */
function failureOf(output: unknown): string {
  const [line = ''] = messageOf(output).split('\n');
  const redacted = sensitivePatterns.reduce((text, pattern) => text.replaceAll(pattern, '…'), line.trim());
  return redacted === '' ? 'The job stopped without an error message or timed out.' : redacted.slice(0, limits.jobFailureLengthMax);
}

const aboutOf = (data: JobRow['data']): JobResponse['about'] =>
  Object.entries(data ?? {}).flatMap(([name, value]) => {
    const id = Id.safeParse(value);
    return id.success ? [{ name, id: id.data }] : [];
  });

const isWaiting = (state: JobRow['state']): boolean => state === 'created' || state === 'retry';

const responseOf = (row: JobRow): JobResponse => ({
  _id: row.id,
  queue: row.name,
  about: aboutOf(row.data),
  state: row.state,
  tries: row.startedOn === null ? 0 : row.retryCount + 1,
  triesMax: row.retryLimit + 1,
  failure: row.output !== null && (row.state === 'failed' || row.state === 'retry') ? failureOf(row.output) : null,
  runsAt: isWaiting(row.state) ? row.startAfter : null,
  createdAt: row.createdOn,
  updatedAt: row.completedOn ?? row.startedOn ?? row.createdOn,
});

const hasState = (state: JobRow['state']) => sql`${jobRows.state} = ${state}::jobs.job_state`;

/** Jobs of all queues or of one, with the number of failed jobs per queue. */
export async function searchJobs(ctx: Context, { queue, state, q, ...query }: SearchQuery): Promise<JobPage> {
  // The job queue creates its tables on first use.
  await ctx.jobs.check();
  const failed = await ctx.db
    .select({ queue: jobRows.name, failed: sql<number>`count(*)::int` })
    .from(jobRows)
    .where(hasState('failed'))
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
        state === undefined ? undefined : hasState(state),
      ),
    )
    .as('found');
  const page = await readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(jobRows).where(inArray(jobRows.id, ids));
    return new Map(rows.map((row) => [row.id, responseOf(row)]));
  });
  return { ...page, queues: failed };
}

/** Retries a failed job. Of concurrent requests, one succeeds. Rejects with job_not_found and already_so. */
export async function retryJob(ctx: Context, actor: Actor, client: Client, id: string): Promise<JobResponse> {
  await ctx.jobs.check();
  return inTransaction(ctx, async (tx) => {
    const isRetried = await retryFailed(tx.db, id);
    const [row] = await tx.db.select().from(jobRows).where(eq(jobRows.id, id));
    if (!row) return fail('job_not_found');
    if (!isRetried) return fail('already_so');
    await audit(tx, actor, client, {
      action: 'jobs.retry',
      targetType: 'job',
      targetId: id,
      before: { state: 'failed' },
      after: { state: row.state, queue: row.name },
    });
    return responseOf(row);
  });
}
