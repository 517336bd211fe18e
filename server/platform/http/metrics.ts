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
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const stateGauges: StateMetricSource[] = [
    ['jobs', 'Jobs in the queue by state; those that have failed wait for an operator', () => jobsByState(ctx)],
    ['mails', 'Mails by state: queued, or failed in the last day', () => mailsByState(ctx)],
    ['payments_unsettled', 'Payments whose end is not known, by what they wait for', () => unsettledPayments(ctx)],
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
    ['jobs_overdue_seconds', 'How long the job that waits longest could have begun', () => jobsOverdue_s(ctx)],
    ['mails_waiting_seconds', 'How long the mail that waits longest has waited', () => mailsWaiting_s(ctx)],
    ['outbox_waiting_seconds', 'How long the event that waits longest for its delivery to sockets has waited', () => eventsWaiting_s(ctx)],
    ['payments_waiting_seconds', 'How long nothing was heard of the payment that waits longest for its end', () => paymentsWaiting_s(ctx)],
    ['redis_up', 'Whether the Redis that hosts share answers', () => isRedisUp(redis)],
    ['live_up', "Whether the site's own live engine answers", isLiveUp],
    ['live_rooms', 'Shows in the live engine', fromLiveLoad(({ rooms }) => rooms)],
    ['live_connections', 'Senders and viewers in the live engine', fromLiveLoad(({ connections }) => connections)],
  ];
  for (const source of gauges) addGauge(source);
  addCounter(['live_cpu_seconds_total', 'Processor time of the live engine since its start', fromLiveLoad(({ cpu_ms }) => cpu_ms / 1000)]);
  return { durations, contentType: registry.contentType, read: () => registry.metrics() };
}
