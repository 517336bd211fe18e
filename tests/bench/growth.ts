/**
 * How much dearer lists and searches are on a large site than on a small one: two hosts, alike but for their databases, are
 * asked the same in turns, so that what else the machine does meets both alike.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { asked, type Asked } from './lists';
import { freePort } from '../support/ports';
import { atEnd, local, started } from './processes';
import { makeWorld, tokens, type Size } from './world';

const warmUp = 6;
const worlds = ['small', 'large'] as const;
type PerWorld<T> = Record<(typeof worlds)[number], T>;

export interface Grown {
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
export async function measureGrowth(hosts: PerWorld<string>, turns: number, only: RegExp, measured: (row: Grown) => void): Promise<void> {
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
export function sizesFrom(env: NodeJS.ProcessEnv): PerWorld<Size> & { turns: number; only: RegExp } {
  const items = Number(env['BENCH_ITEMS'] ?? 1_000_000);
  return {
    small: { items: 10_000, accounts: 1_000 },
    large: { items, accounts: Math.max(items / 10, 1_000) },
    turns: Number(env['BENCH_TURNS'] ?? 200),
    only: new RegExp(env['BENCH_ONLY'] ?? ''),
  };
}

/** A host on a database of its own beside that of `databaseUrl`, with a world in it. Answers its address. */
async function openHost(root: string, databaseUrl: string, name: string, size: Size, say: (what: string) => void): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const [url, port] = [new URL(databaseUrl), await freePort()];
  url.pathname = name;
  const begun = performance.now();
  await makeWorld(url.href, size);
  say(
    `The ${name} world, ${String(size.items)} items and ${String(size.accounts)} accounts, was made in ${((performance.now() - begun) / 1000).toFixed(0)} s.`,
  );
  const folder = await mkdtemp(join(tmpdir(), `footlight-bench-${name}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const address = `http://${local}:${String(port)}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    DATABASE_URL: url.href,
    API_PORT: String(port),
    SITE_URL: address,
    API_URL: address,
    APP_SECRET: 'a secret for measuring, long enough',
    DEMO: '0',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  };
  await started('server/main.ts', root, env, ['--role=api']);
  return address;
}

/** Makes both worlds on the server of `databaseUrl` and measures them. */
export async function growthOf(
  root: string,
  databaseUrl: string,
  { small, large, turns, only }: ReturnType<typeof sizesFrom>,
  tell: { say: (what: string) => void; measured: (row: Grown) => void },
): Promise<void> {
  const hosts = {
    small: await openHost(root, databaseUrl, 'small', small, tell.say),
    large: await openHost(root, databaseUrl, 'large', large, tell.say),
  };
  await measureGrowth(hosts, turns, only, tell.measured);
}
