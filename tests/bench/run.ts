/**
 * `npm run bench`: ratios taken in one run, against references built for that run, and sizes of downloads. Prints a table and
 * the size of the machine; nothing here passes or fails, for absolute times on a shared machine mean little.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { Console } from 'node:console';
import { join, resolve } from 'node:path';
import { ownDatabase } from '../../server/db/engine/engine';
import { barePath, copyOfCheckout } from './copy';
import pg from 'pg';
import { addPerformers } from './crowd';
import { p95Of, requestsPerSecond } from './load';
import { downloadOf, firstPages } from '../support/downloads';
import { openBrowser } from '../support/site';
import { transfersPerSecond } from './transfers';

const root = resolve(import.meta.dirname, '../..');
const local = '127.0.0.1';
const kilobyte = 1000;

interface Row {
  what: string;
  reference: string;
  measured: string;
  reach: string;
  holds: boolean;
}

/** The results are what the command is for: they go to its own output. */
const output = new Console(process.stdout, process.stderr);

const stack: (() => Promise<unknown>)[] = [];

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((done) => probe.listen(0, local, () => done((probe.address() as AddressInfo).port)));
  await new Promise((done) => probe.close(done));
  return port;
}

/** Starts a module of the project that says when it is ready; it is stopped at the end. */
async function started(module: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child: ChildProcess = fork(join(cwd, module), {
    cwd,
    env,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise((done) => child.once('exit', done));
  stack.push(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  await new Promise<void>((done, failed) => {
    child.once('message', () => done());
    child.once('exit', (code) => failed(new Error(`${module} ended with code ${String(code)}`)));
  });
}

/** Said at once: a run takes minutes. */
function said(row: Row): Row {
  output.log(`${row.what}: ${row.measured} (${row.reference})`);
  return row;
}

const ratio = (what: string, reference: string, [own = 0, other = 1]: number[], reach: number): Row =>
  said({
    what,
    reference: `${reference}: ${other.toFixed(0)}/s`,
    measured: `${own.toFixed(0)}/s, ${(own / other).toFixed(2)} of it`,
    reach: `≥ ${String(reach)}`,
    holds: own / other >= reach,
  });

async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'footlight-bench-data-'));
  stack.push(() => rm(folder, { recursive: true, force: true }));
  const say = { info: () => undefined, warn: console.warn };
  const database = await ownDatabase(join(folder, 'database'), say, {});
  stack.push(() => database.close());
  const copy = await copyOfCheckout(root);
  stack.push(() => rm(copy, { recursive: true, force: true }));
  const [sitePort, apiPort, barePort] = [await freePort(), await freePort(), await freePort()];
  const [site, api, bare] = [sitePort, apiPort, barePort].map((port) => `http://${local}:${String(port)}`) as [string, string, string];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: String(sitePort),
    API_PORT: String(apiPort),
    SITE_URL: site,
    API_URL: api,
    API_INTERNAL_URL: api,
    DEMO: '1',
    DEMO_PASSWORD: 'a password for measuring',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  };
  output.log('Building a copy of the checkout, with a bare page to compare with…');
  await started('bin/start.ts', copy, env);
  await started('tests/bench/bare-host.ts', copy, { ...env, API_PORT: String(barePort) });

  output.log('Measuring…');
  const rows = await sizes(site);
  const bareUrl = `${site}${barePath}`;
  rows.push(ratio('landing page, guest, 1 process, 50 connections', 'bare page', await requestsPerSecond([`${site}/`, bareUrl]), 0.6));
  rows.push(ratio('profile page, guest, 1 process, 50 connections', 'bare page', await requestsPerSecond([`${site}/ada`, bareUrl]), 0.6));
  rows.push(
    ratio(
      'GET /performers/:id',
      'bare Fastify, same query',
      await requestsPerSecond([`${api}/performers/ada`, `${bare}/performers/ada`]),
      0.5,
    ),
  );
  rows.push(await growth(database.url, api));
  const { least, spread, onOne } = await transfersPerSecond(database.url);
  rows.push(ratio('transfers of the ledger, 32 clients, many performers', 'one-statement transfer', [spread, least], 0.4));
  rows.push(ratio('transfers of the ledger, 32 clients, one performer', 'spread over many', [onOne, spread], 0.8));
  return rows;
}

const kindsOfSearch = ['', 'sortBy=popular', 'gender=female&hair=red', 'isFreeSubscription=true', 'q=growth%2012'];

/** Searching performers on a small and a large site, all accounts of which are performers: the host is the same. */
async function growth(databaseUrl: string, api: string): Promise<Row> {
  const addresses = kindsOfSearch.map((query) => `${api}/performers/user/search?${query}`);
  const accounts = { few: 1_000, many: 100_000 };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  stack.push(() => client.end());
  await addPerformers(client, 1, accounts.few);
  const few_ms = await p95Of(addresses);
  await addPerformers(client, accounts.few + 1, accounts.many);
  const many_ms = await p95Of(addresses);
  const times = many_ms / few_ms;
  return said({
    what: `Searching performers: p95 as a site grows from ${String(accounts.few)} to ${String(accounts.many)} accounts`,
    reference: `${few_ms.toFixed(1)} ms`,
    measured: `${many_ms.toFixed(1)} ms, ${times.toFixed(2)} times`,
    reach: '≤ 1.5',
    holds: times <= 1.5,
  });
}

async function sizes(site: string): Promise<Row[]> {
  const browser = await openBrowser();
  stack.push(() => browser.close());
  const rows: Row[] = [];
  for (const { name, path, most_kB } of firstPages('/ada')) {
    const { bytes, scripts } = await downloadOf(browser, site + path);
    const kB = bytes / kilobyte;
    const largest = scripts.slice(0, 3).map((script) => (script.bytes / kilobyte).toFixed(0));
    rows.push(
      said({
        what: `JavaScript of a guest's first page (gzip): ${name}`,
        reference: `${String(scripts.length)} scripts, the largest ${largest.join(', ')} kB`,
        measured: `${kB.toFixed(1)} kB`,
        reach: `≤ ${String(most_kB)} kB`,
        holds: kB <= most_kB,
      }),
    );
  }
  return rows;
}

try {
  const rows = await measure();
  output.table(
    Object.fromEntries(rows.map(({ what, reference, measured, reach, holds }) => [what, { measured, reach, holds, reference }])),
  );
  output.log(
    `${String(availableParallelism())} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(1)} GiB, Node ${process.version}`,
  );
} finally {
  for (let close = stack.pop(); close; close = stack.pop()) await close();
}
