/** The queue's table, for operators. The queue creates its tables itself; they are in no migration. */
import { and, eq, sql } from 'drizzle-orm';
import { integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { JobState } from '@contract/kernel/values/console';
import type { Db } from '../db/db';
import { jobsSchema } from './jobs';

const at = { withTimezone: true } as const;

export const jobRows = pgSchema(jobsSchema).table('job', {
  id: uuid().notNull(),
  name: text().notNull(),
  data: jsonb().$type<Record<string, unknown> | null>(),
  state: text().$type<JobState>().notNull(),
  retryLimit: integer('retry_limit').notNull(),
  retryCount: integer('retry_count').notNull(),
  startAfter: timestamp('start_after', at).notNull(),
  startedOn: timestamp('started_on', at),
  createdOn: timestamp('created_on', at).notNull(),
  completedOn: timestamp('completed_on', at),
  output: jsonb().$type<unknown>(),
});
export type JobRow = typeof jobRows.$inferSelect;

/** Retries a failed job immediately; returns false if the job is not in the state `failed`. */
export async function retryFailed(db: Db, id: string): Promise<boolean> {
  const retried = await db
    .update(jobRows)
    .set({
      state: sql`'retry'`,
      retryLimit: sql`${jobRows.retryLimit} + 1`,
      startAfter: sql`now()`,
      completedOn: null,
    })
    .where(and(eq(jobRows.id, id), sql`${jobRows.state} = 'failed'`))
    .returning({ id: jobRows.id });
  return retried.length > 0;
}
