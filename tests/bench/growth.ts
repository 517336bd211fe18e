/**
 * How much dearer lists and searches are on a large site than on a small one: two hosts, alike but for their databases, are
 * asked the same in turns, so that what else the machine does meets both alike.
 */
import { databaseBeside, openHost } from './tools/hosts';
import { asked, type Asked } from './host/lists';
import { output, type Row } from './rows';
import { makeWorld, tokens, type Size } from './host/dataset';

const warmUp = 6;
const worlds = ['small', 'large'] as const;
type PerWorld<T> = Record<(typeof worlds)[number], T>;

interface Grown {
  what: string;
  small_ms: number;
  large_ms: number;
  /** The same of the middle answer: what a noisy machine disturbs less. */
  middle: number;
}

async function timed(host: string, { path, as, body }: Asked): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(host + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(as !== 'guest' && { authorization: tokens[as] }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${text.slice(0, 300)}`);
  return performance.now() - begun;
}

/** The time within which such a share of the answers came. */
const within = (times_ms: readonly number[], share: number): number =>
  [...times_ms].sort((a, b) => a - b)[Math.floor(times_ms.length * share)] ?? Infinity;

/** The time within which 95 of 100 answers came, of each list in both worlds: one request at a time, the two hosts in turns. */
async function measureGrowth(hosts: PerWorld<string>, turns: number, only: RegExp, measured: (row: Grown) => void): Promise<void> {
  for (const one of asked.filter(({ what }) => only.test(what))) {
    const times: PerWorld<number[]> = { small: [], large: [] };
    for (let turn = -warmUp; turn < turns; turn += 1)
      for (const world of worlds) {
        const time_ms = await timed(hosts[world], one);
        if (turn >= 0) times[world].push(time_ms);
      }
    measured({
      what: `${one.what} (${one.as})`,
      small_ms: within(times.small, 0.95),
      large_ms: within(times.large, 0.95),
      middle: within(times.large, 0.5) / within(times.small, 0.5),
    });
  }
}

/** How large the two worlds are, and how often each list is asked for; `BENCH_ITEMS` and `BENCH_TURNS` make a quick try of it. */
function sizesFrom(env: NodeJS.ProcessEnv): PerWorld<Size> & { turns: number; only: RegExp } {
  const items = Number(env['BENCH_ITEMS'] ?? 1_000_000);
  return {
    small: { items: 10_000, accounts: 1_000 },
    large: { items, accounts: Math.max(items / 10, 1_000) },
    turns: Number(env['BENCH_TURNS'] ?? 200),
    only: new RegExp(env['BENCH_ONLY'] ?? ''),
  };
}

async function openWorld(databaseUrl: string, name: string, size: Size): Promise<string> {
  const url = await databaseBeside(databaseUrl, name);
  const begun = performance.now();
  await makeWorld(url, size);
  const took_s = ((performance.now() - begun) / 1000).toFixed(0);
  output.log(`The ${name} world, ${String(size.items)} items and ${String(size.accounts)} accounts, was made in ${took_s} s.`);
  return openHost(url, name);
}

/** Makes both worlds on the server of `databaseUrl` and measures them. */
export async function growth(databaseUrl: string, measured: (row: Row) => void): Promise<void> {
  const { small, large, turns, only } = sizesFrom(process.env);
  const hosts = { small: await openWorld(databaseUrl, 'small', small), large: await openWorld(databaseUrl, 'large', large) };
  await measureGrowth(hosts, turns, only, ({ what, small_ms, large_ms, middle }) => {
    const times = large_ms / small_ms;
    measured({
      what,
      reference: `small world: p95 ${small_ms.toFixed(1)} ms`,
      measured: `p95 ${large_ms.toFixed(1)} ms, ${times.toFixed(2)} times; middle ${middle.toFixed(2)} times`,
      reach: '≤ 1.5',
      holds: times <= 1.5,
    });
  });
}
