/** The queue's own rows, for those who look after it. Its tables are made by the queue itself and stand in no migration. */
import { and, eq, sql } from 'drizzle-orm';
import { integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { JobState } from '@contract/values';
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

/** Lets a failed job be tried once more, at once; false when it has not failed, or not any more. */
export async function retryFailed(db: Db, id: string): Promise<boolean> {
  const again = await db
    .update(jobRows)
    .set({
      state: sql`'retry'`,
      retryLimit: sql`${jobRows.retryLimit} + 1`,
      startAfter: sql`now()`,
      completedOn: null,
    })
    .where(and(eq(jobRows.id, id), sql`${jobRows.state} = 'failed'`))
    .returning({ id: jobRows.id });
  return again.length > 0;
}
