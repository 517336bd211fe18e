/**
 * How much slower lists and searches are on a large site than on a small one: two API servers that differ only in their databases get
 * the same requests alternately, so that other load on the machine affects both.
 */
import { createDatabase, openHost } from '../tools/hosts';
import { listRequests, type ListRequest } from './lists';
import { output, type Row } from '../tools/rows';
import { createDataset, tokens, type DatasetSize } from './dataset';

const warmUp = 6;
const datasets = ['small', 'large'] as const;
type PerDataset<T> = Record<(typeof datasets)[number], T>;

interface Growth {
  what: string;
  small_ms: number;
  large_ms: number;
  /** The ratio of the medians, which noise on the machine affects less. */
  medianRatio: number;
}

/** Sends a request and returns its response time in milliseconds. */
async function timeOf(host: string, { path, caller, body }: ListRequest): Promise<number> {
  const start_ms = performance.now();
  const response = await fetch(host + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(caller !== 'guest' && { authorization: tokens[caller] }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${text.slice(0, 300)}`);
  return performance.now() - start_ms;
}

/** The quantile `share` of the times. */
const quantile = (times_ms: readonly number[], share: number): number =>
  [...times_ms].sort((a, b) => a - b)[Math.floor(times_ms.length * share)] ?? Infinity;

/** The 95th percentile of each list in both datasets: one request at a time, alternating between the hosts. */
async function measureGrowth(hosts: PerDataset<string>, rounds: number, pattern: RegExp, report: (row: Growth) => void): Promise<void> {
  for (const request of listRequests.filter(({ what }) => pattern.test(what))) {
    const times: PerDataset<number[]> = { small: [], large: [] };
    for (let round = -warmUp; round < rounds; round += 1)
      for (const dataset of datasets) {
        const time_ms = await timeOf(hosts[dataset], request);
        if (round >= 0) times[dataset].push(time_ms);
      }
    report({
      what: `${request.what} (${request.caller})`,
      small_ms: quantile(times.small, 0.95),
      large_ms: quantile(times.large, 0.95),
      medianRatio: quantile(times.large, 0.5) / quantile(times.small, 0.5),
    });
  }
}

/** The sizes of the two datasets, and the number of requests per list; `BENCH_ITEMS` and `BENCH_TURNS` make a quick run. */
function sizesFrom(env: NodeJS.ProcessEnv): PerDataset<DatasetSize> & { rounds: number; pattern: RegExp } {
  const items = Number(env['BENCH_ITEMS'] ?? 1_000_000);
  return {
    small: { items: 10_000, accounts: 1_000 },
    large: { items, accounts: Math.max(items / 10, 1_000) },
    rounds: Number(env['BENCH_TURNS'] ?? 200),
    pattern: new RegExp(env['BENCH_ONLY'] ?? ''),
  };
}

async function openHostWithDataset(databaseUrl: string, name: string, size: DatasetSize): Promise<string> {
  const url = await createDatabase(databaseUrl, name);
  const start_ms = performance.now();
  await createDataset(url, size);
  const took_s = ((performance.now() - start_ms) / 1000).toFixed(0);
  output.log(`The ${name} dataset, ${String(size.items)} items and ${String(size.accounts)} accounts, was made in ${took_s} s.`);
  return openHost(url, name);
}

/** Creates both datasets on the server of `databaseUrl` and measures them. */
export async function growth(databaseUrl: string, report: (row: Row) => void): Promise<void> {
  const { small, large, rounds, pattern } = sizesFrom(process.env);
  const hosts = {
    small: await openHostWithDataset(databaseUrl, 'small', small),
    large: await openHostWithDataset(databaseUrl, 'large', large),
  };
  await measureGrowth(hosts, rounds, pattern, ({ what, small_ms, large_ms, medianRatio }) => {
    const ratio = large_ms / small_ms;
    report({
      what,
      reference: `small dataset: p95 ${small_ms.toFixed(1)} ms`,
      measured: `p95 ${large_ms.toFixed(1)} ms, ${ratio.toFixed(2)} times; middle ${medianRatio.toFixed(2)} times`,
      target: '≤ 1.5',
      isReached: ratio <= 1.5,
    });
  });
}
