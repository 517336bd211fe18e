/**
 * Figures for a collector: of this host, and of what works for it and answers nobody outside. Whether workers keep up shows in
 * the queue, which every host tells alike; the live engine's process is asked over loopback.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context';
import type { OpenContext } from '../../open-context';
import type { EngineLoad } from '../../streaming/engine';
import { eventsWaiting_s, jobsByState, jobsOverdue_s, mailsByState, mailsWaiting_s, paymentsWaiting_s, unsettledPayments } from './backlog';

export interface Metrics {
  /** How long requests took. */
  durations: Histogram<'method' | 'route' | 'status'>;
  contentType: string;
  read(): Promise<string>;
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

/** As `tell`, of what is counted by state. */
function tellStates(
  ctx: Context,
  registry: Registry,
  [name, help, read]: [name: string, help: string, read: () => Promise<Record<string, number>>],
): void {
  new Gauge({
    name: `footlight_${name}`,
    help,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await read().catch((error: unknown) => missing(ctx, name, error));
      for (const [state, value] of Object.entries(found ?? {})) this.set({ state }, value);
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
export function openMetrics({ ctx, redis, connections }: OpenContext): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const counted: Parameters<typeof tellStates>[2][] = [
    ['jobs', 'Jobs in the queue by state; those that have failed wait for an operator', () => jobsByState(ctx)],
    ['mails', 'Mails by state: queued, or failed in the last day', () => mailsByState(ctx)],
    ['payments_unsettled', 'Payments whose end is not known, by what they wait for', () => unsettledPayments(ctx)],
    [
      'database_connections',
      'Connections of this host to the database, and requests that wait for one',
      () => Promise.resolve(connections()),
    ],
  ];
  for (const one of counted) tellStates(ctx, registry, one);
  const ofLive = (read: (load: EngineLoad) => number) => async () => {
    const load = await liveLoad(ctx);
    return load ? read(load) : null;
  };
  const isLiveUp = async () => {
    const load = await liveLoad(ctx);
    return load === undefined ? null : Number(load !== null);
  };
  const figures: Figure[] = [
    ['jobs_overdue_seconds', 'How long the job that waits longest could have begun', () => jobsOverdue_s(ctx)],
    ['mails_waiting_seconds', 'How long the mail that waits longest has waited', () => mailsWaiting_s(ctx)],
    ['outbox_waiting_seconds', 'How long the event that waits longest for its delivery to sockets has waited', () => eventsWaiting_s(ctx)],
    ['payments_waiting_seconds', 'How long nothing was heard of the payment that waits longest for its end', () => paymentsWaiting_s(ctx)],
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
