/** Ticketed shows for tests. */
import { eq, sql } from 'drizzle-orm';
import { charges } from '@server/platform/db/schema/money';
import type { JobKinds, JobName } from '@server/platform/jobs/jobs';
import type { ResponseOf } from '@web/services/call';
import { runJob } from '../content/posts';
import { goLive, type LiveTestHost } from './shows';
import type { TestHost } from '../host/test-host';

interface AccountRef {
  id: string;
  token: string;
}
export type Post = ResponseOf<'POST /performer/feeds'>;

/** The instant `minutes` from now, as an ISO string. */
export const isoIn = (testHost: TestHost, minutes: number): string =>
  new Date(testHost.clock.now().getTime() + minutes * 60_000).toISOString();

const defaults = { type: 'scheduled-stream', title: 'Acoustic set', text: '', audience: 'public' } as const;

/** Schedules a show in an hour, with tickets for 10 tokens by default. */
export async function scheduleShow(testHost: TestHost, performer: AccountRef, changes: object = {}): Promise<Post> {
  const body = { ...defaults, streamScheduledAt: isoIn(testHost, 60), ticketPrice: 10, ...changes };
  const { status, data, errorBody } = await testHost.call('POST /performer/feeds', { body }, { token: performer.token });
  if (status >= 400) throw new Error(`no show: ${JSON.stringify(errorBody)}`);
  return data;
}

export const buyTicket = (testHost: TestHost, fan: AccountRef, id: string, expectedPrice?: number) =>
  testHost.call(
    'POST /wallet/charges/ticket/:id',
    { params: { id }, body: expectedPrice === undefined ? {} : { expectedPrice } },
    { token: fan.token },
  );

/** Starts a scheduled show at its time, with its video. */
export async function startScheduledShow(host: LiveTestHost, performer: AccountRef, post: Post) {
  const at = Date.parse(post.streamScheduledAt ?? '');
  host.testHost.clock.advance({ seconds: Math.max(0, Math.ceil((at - host.testHost.clock.now().getTime()) / 1000)) });
  return goLive(host, performer, { isFree: false, price: 15, plannedShowId: post._id });
}

/**
 * Runs the queued jobs of a show: ticket refunds and notifications of ticket holders. Returns the distinct causes of the
 * refunds.
 */
export async function runShowJobs(testHost: TestHost, showId: string): Promise<string[]> {
  const { rows } = await testHost.ctx.db.execute<{ name: JobName; data: JobKinds['charges/refund-tickets'] }>(
    sql`select name, data from jobs.job where name in ('charges/refund-tickets', 'tickets/tell') and data ->> 'showId' = ${showId}`,
  );
  for (const { name, data } of rows) await runJob(testHost, name, data);
  return [...new Set(rows.flatMap(({ name, data }) => (name === 'charges/refund-tickets' ? [data.cause] : [])))];
}

/** Runs the job that settles past shows, and the jobs that it enqueues. Returns the causes of this show's refunds. */
export async function settleShowsAndTickets(testHost: TestHost, showId: string): Promise<string[]> {
  await runJob(testHost, 'tickets/tend', {});
  return runShowJobs(testHost, showId);
}

/** The statuses of the charges for a show, the oldest first. */
export async function ticketStatuses({ ctx }: TestHost, showId: string): Promise<string[]> {
  const rows = await ctx.db.select().from(charges).where(eq(charges.targetId, showId)).orderBy(charges.createdAt);
  return rows.map(({ status }) => status);
}
