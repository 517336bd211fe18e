/** Metrics of every process, whatever its roles: the process, its database connections and its jobs. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { OpenContext } from '../../open-context';
import { metricAdders, type MetricAdders } from './metric-adders';

/** In seconds: from sending a mail to converting a long video. */
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

export interface ProcessMetrics extends MetricAdders {
  registry: Registry;
}

/** Opens the metrics of this process. More can be added. */
export function openProcessMetrics({ ctx, connections }: OpenContext): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const jobs = new Histogram({
    name: 'footlight_job_duration_seconds',
    help: 'Jobs that this process has done or failed at, by queue',
    labelNames: ['queue', 'outcome'] as const,
    buckets: jobBuckets,
    registers: [registry],
  });
  ctx.jobs.onEnd(({ name, outcome, seconds }) => jobs.observe({ queue: name, outcome }, seconds));
  const adders = metricAdders(registry, ctx.log);
  adders.addStateGauge([
    'database_connections',
    'Connections of this process to the database, and requests that wait for one',
    () => Promise.resolve(connections()),
  ]);
  return { registry, ...adders };
}
