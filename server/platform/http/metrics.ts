/**
 * Prometheus metrics of an API process and its dependencies. Every process reports the same backlogs of the job queue. The live
 * engine's process is not reachable from outside, so its load is fetched over loopback.
 */
import { Histogram } from 'prom-client';
import type { Context } from '../context';
import type { OpenContext } from '../../open-context';
import type { EngineLoad } from '../../live/engines/engine';
import { eventsWaiting_s, jobsByState, jobsOverdue_s, mailsByState, mailsWaiting_s, paymentsWaiting_s, unsettledPayments } from './backlog';
import type { StateMetricSource, MetricSource } from './metric-adders';
import { openProcessMetrics } from './process-metrics';

export interface Metrics {
  /** Durations of requests. */
  durations: Histogram<'method' | 'route' | 'status'>;
  contentType: string;
  read(): Promise<string>;
}

/** The load of the embedded live engine: null if it does not respond, undefined if another engine is in use. */
async function liveLoad({ streaming, settings }: Context): Promise<EngineLoad | null | undefined> {
  return settings.values().streamingEngine === 'embedded' ? streaming.byName.embedded?.load?.() : undefined;
}

/** 1 if Redis responds, otherwise 0; null if it is not configured. */
async function isRedisUp(redis: OpenContext['redis']): Promise<number | null> {
  if (redis === null) return null;
  return redis.failFast.ping().then(
    () => 1,
    () => 0,
  );
}

/** Opens the metrics of this process. */
export function openMetrics(opened: OpenContext): Metrics {
  const { ctx, redis } = opened;
  const { registry, addGauge, addStateGauge, addCounter } = openProcessMetrics(opened);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const stateGauges: StateMetricSource[] = [
    ['jobs', 'Number of jobs in the queue, by state. Failed jobs wait for an operator', () => jobsByState(ctx)],
    ['mails', 'Number of emails, by state: queued, or failed in the last 24 hours', () => mailsByState(ctx)],
    ['payments_unsettled', 'Number of unsettled payments, by status', () => unsettledPayments(ctx)],
  ];
  for (const source of stateGauges) addStateGauge(source);
  const fromLiveLoad = (read: (load: EngineLoad) => number) => async () => {
    const load = await liveLoad(ctx);
    return load ? read(load) : null;
  };
  const isLiveUp = async () => {
    const load = await liveLoad(ctx);
    return load === undefined ? null : Number(load !== null);
  };
  const gauges: MetricSource[] = [
    ['jobs_overdue_seconds', 'How long the oldest due job has been waiting, in seconds', () => jobsOverdue_s(ctx)],
    ['mails_waiting_seconds', 'Age of the oldest queued email, in seconds', () => mailsWaiting_s(ctx)],
    ['outbox_waiting_seconds', 'Age of the oldest event that has not been delivered to sockets, in seconds', () => eventsWaiting_s(ctx)],
    ['payments_waiting_seconds', 'Longest time since an unsettled payment was last updated, in seconds', () => paymentsWaiting_s(ctx)],
    ['redis_up', 'Whether the shared Redis responds (1) or not (0)', () => isRedisUp(redis)],
    ['live_up', 'Whether the embedded live engine responds (1) or not (0)', isLiveUp],
    ['live_rooms', 'Number of shows in the live engine', fromLiveLoad(({ rooms }) => rooms)],
    ['live_connections', 'Number of publishers and viewers connected to the live engine', fromLiveLoad(({ connections }) => connections)],
  ];
  for (const source of gauges) addGauge(source);
  addCounter([
    'live_cpu_seconds_total',
    'CPU time of the live engine since its start, in seconds',
    fromLiveLoad(({ cpu_ms }) => cpu_ms / 1000),
  ]);
  return { durations, contentType: registry.contentType, read: () => registry.metrics() };
}
