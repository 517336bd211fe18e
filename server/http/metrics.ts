/**
 * Figures for a collector: of this host, and of what works for it and answers nobody outside. Whether workers keep up shows in
 * the queue, which every host tells alike; the live engine's process is asked over loopback.
 */
import { and, count, eq, gt, min, ne, or, sql } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context';
import type { OpenContext } from '../open-context';
import { mails } from '../db/schema/schema';
import { jobRows } from '../jobs/rows';
import type { EngineLoad } from '../streaming/engine';

export interface Metrics {
  /** How long requests took. */
  durations: Histogram<'method' | 'route' | 'status'>;
  contentType: string;
  read(): Promise<string>;
}

const states = ['created', 'retry', 'active', 'failed'] as const;

async function jobsByState({ db }: Context): Promise<{ state: string; jobs: number }[]> {
  const some = sql`${jobRows.state} in ('created', 'retry', 'active', 'failed')`;
  const found = await db.select({ state: jobRows.state, jobs: count() }).from(jobRows).where(some).groupBy(jobRows.state);
  return states.map((state) => ({ state, jobs: found.find((row) => row.state === state)?.jobs ?? 0 }));
}

/** For how long the job that waits longest could have begun. */
async function overdue_s({ db }: Context): Promise<number> {
  const due = sql`${jobRows.state} in ('created', 'retry') and ${jobRows.startAfter} <= now()`;
  const since = sql<number>`extract(epoch from now() - ${min(jobRows.startAfter)})`.mapWith(Number);
  const [row] = await db.select({ since, jobs: count() }).from(jobRows).where(due);
  return row === undefined || row.jobs === 0 ? 0 : row.since;
}

/** What a figure is called, what it says, and how it is read: null where there is nothing to tell. */
type Figure = [name: string, help: string, read: () => Promise<number | null>];

/** Reads a figure whenever it is asked for. One that cannot be read is missing, and the others are told all the same. */
function tell(ctx: Context, registry: Registry, [name, help, read]: Figure): void {
  new Gauge({
    name: `footlight_${name}`,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch((error: unknown) => missing(ctx, name, error));
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

function missing(ctx: Context, name: string, error: unknown): null {
  ctx.log.warn({ err: error, figure: name }, 'a figure cannot be read');
  return null;
}

/** Unsent mails by state: all that are queued, and those that failed in the last day. Reads `mails_unsent` only. */
function unsentMails({ db }: Context) {
  const isRecent = or(eq(mails.status, 'queued'), gt(mails.createdAt, sql`now() - interval '1 day'`));
  return db
    .select({ status: mails.status, mails: count() })
    .from(mails)
    .where(and(ne(mails.status, 'sent'), isRecent))
    .groupBy(mails.status);
}

/** How long the mail that waits longest has waited, in seconds; 0 when none does. */
async function mailsWaiting_s({ db }: Context): Promise<number> {
  const since = sql<number>`extract(epoch from now() - ${min(mails.createdAt)})`.mapWith(Number);
  const [row] = await db.select({ since, mails: count() }).from(mails).where(eq(mails.status, 'queued'));
  return row === undefined || row.mails === 0 ? 0 : Math.max(0, row.since);
}

function tellMails(ctx: Context, registry: Registry): void {
  new Gauge({
    name: 'footlight_mails',
    help: 'Mails by state: queued, or failed in the last day',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await unsentMails(ctx).catch((error: unknown) => missing(ctx, 'mails', error));
      if (found === null) return;
      for (const state of ['queued', 'failed'] as const) this.set({ state }, found.find(({ status }) => status === state)?.mails ?? 0);
    },
  });
}

function tellJobs(ctx: Context, registry: Registry): void {
  new Gauge({
    name: 'footlight_jobs',
    help: 'Jobs in the queue by state; those that have failed wait for an operator',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await jobsByState(ctx).catch((error: unknown) => missing(ctx, 'jobs', error));
      for (const { state, jobs } of found ?? []) this.set({ state }, jobs);
    },
  });
}

/** What the live engine of the site has to do: null where it does not answer, undefined where shows go by another engine. */
async function liveLoad({ streaming, settings }: Context): Promise<EngineLoad | null | undefined> {
  return settings.values().streamingEngine === 'embedded' ? streaming.byName.embedded?.load?.() : undefined;
}

/** As `tell`, of what only grows while its process lives: a collector takes a smaller value for a new start. */
function tellTotal(ctx: Context, registry: Registry, [name, help, read]: Figure): void {
  new Counter({
    name: `footlight_${name}`,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch((error: unknown) => missing(ctx, name, error));
      this.remove();
      if (value !== null) this.inc(value);
    },
  });
}

/** Whether Redis answers; null where the host has none. */
async function isRedisUp(redis: OpenContext['redis']): Promise<number | null> {
  if (redis === null) return null;
  return redis.failFast.ping().then(
    () => 1,
    () => 0,
  );
}

/** The figures of this host from now on. */
export function openMetrics({ ctx, redis }: OpenContext): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  tellJobs(ctx, registry);
  tellMails(ctx, registry);
  const ofLive = (read: (load: EngineLoad) => number) => async () => {
    const load = await liveLoad(ctx);
    return load ? read(load) : null;
  };
  const isLiveUp = async () => {
    const load = await liveLoad(ctx);
    return load === undefined ? null : Number(load !== null);
  };
  const figures: Figure[] = [
    ['jobs_overdue_seconds', 'How long the job that waits longest could have begun', () => overdue_s(ctx)],
    ['mails_waiting_seconds', 'How long the mail that waits longest has waited', () => mailsWaiting_s(ctx)],
    ['redis_up', 'Whether the Redis that hosts share answers', () => isRedisUp(redis)],
    ['live_up', "Whether the site's own live engine answers", isLiveUp],
    ['live_rooms', 'Shows in the live engine', ofLive(({ rooms }) => rooms)],
    ['live_connections', 'Senders and viewers in the live engine', ofLive(({ connections }) => connections)],
  ];
  for (const figure of figures) tell(ctx, registry, figure);
  tellTotal(ctx, registry, [
    'live_cpu_seconds_total',
    'Processor time of the live engine since its start',
    ofLive(({ cpu_ms }) => cpu_ms / 1000),
  ]);
  return { durations, contentType: registry.contentType, read: () => registry.metrics() };
}
