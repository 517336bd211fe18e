/** Metrics that are computed on each scrape. One that cannot be read is omitted; the others are still returned. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../kernel/log';

/** A metric: its name without the prefix, its help text, and a function that reads it (null: no value). */
export type MetricSource = [name: string, help: string, read: () => Promise<number | null>];
/** As `MetricSource`, with one value per state. */
export type StateMetricSource = [name: string, help: string, read: () => Promise<Record<string, number>>];

export interface MetricAdders {
  /** Adds a gauge. */
  addGauge(source: MetricSource): void;
  /** Adds a gauge with the label `state`. */
  addStateGauge(source: StateMetricSource): void;
  /** Adds a counter. A smaller value than before means that the measured process has restarted. */
  addCounter(source: MetricSource): void;
}

/** Returns functions that add metrics to `registry`. */
export function metricAdders(registry: Registry, log: Logger): MetricAdders {
  const prefixed = (name: string): string => `footlight_${name}`;
  const readSafely = <T>(name: string, read: () => Promise<T>): Promise<T | null> =>
    read().catch((error: unknown) => {
      log.warn({ err: error, figure: name }, 'a metric could not be read');
      return null;
    });
  return {
    addGauge: ([name, help, read]) => {
      new Gauge({
        name: prefixed(name),
        help,
        registers: [registry],
        async collect() {
          const value = await readSafely(name, read);
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    addStateGauge: ([name, help, read]) => {
      new Gauge({
        name: prefixed(name),
        help,
        labelNames: ['state'],
        registers: [registry],
        async collect() {
          this.reset();
          for (const [state, value] of Object.entries((await readSafely(name, read)) ?? {})) this.set({ state }, value);
        },
      });
    },
    addCounter: ([name, help, read]) => {
      new Counter({
        name: prefixed(name),
        help,
        registers: [registry],
        async collect() {
          const value = await readSafely(name, read);
          this.remove();
          if (value !== null) this.inc(value);
        },
      });
    },
  };
}
