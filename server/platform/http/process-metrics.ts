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
    help: 'Duration of the jobs that this process ran in seconds, by queue and outcome',
    labelNames: ['queue', 'outcome'] as const,
    buckets: jobBuckets,
    registers: [registry],
  });
  ctx.jobs.onEnd(({ name, outcome, seconds }) => jobs.observe({ queue: name, outcome }, seconds));
  const adders = metricAdders(registry, ctx.log);
  adders.addStateGauge([
    'database_connections',
    'Number of database connections of this process, and of requests waiting for one, by state',
    () => Promise.resolve(connections()),
  ]);
  return { registry, ...adders };
}
