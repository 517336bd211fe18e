/**
 * `npm run bench`: ratios taken in one run, against references built for that run, and sizes of downloads. Prints a table and
 * the size of the machine; nothing here passes or fails, for absolute times on a shared machine mean little. Names of parts
 * after `--` run these alone: `npm run bench -- growth`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { Console } from 'node:console';
import { join, resolve } from 'node:path';
import { ownDatabase } from '../../server/db/engine/engine';
import { barePath, copyOfCheckout } from './copy';
import pg from 'pg';
import { addPerformers } from './crowd';
import { growthOf, sizesFrom } from './growth';
import { chatFigures } from './chat';
import { liveFigures } from './live';
import { requestsPerSecond } from './load';
import { downloadOf, firstPages } from '../support/downloads';
import { openBrowser } from '../support/site';
import { freePort } from '../support/ports';
import { atEnd, closeAll, local, started } from './processes';
import { messageTimes, whileSendingToMany } from './messages';
import { transfersPerSecond } from './transfers';

const root = resolve(import.meta.dirname, '../..');
const kilobyte = 1000;

interface Row {
  what: string;
  reference: string;
  measured: string;
  reach: string;
  holds: boolean;
}

interface Site {
  url: string;
  api: string;
  /** What the API is compared with. */
  bare: string;
  databaseUrl: string;
}

/** The results are what the command is for: they go to its own output. */
const output = new Console(process.stdout, process.stderr);

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

async function openSite(databaseUrl: string, folder: string): Promise<Site> {
  const copy = await copyOfCheckout(root);
  atEnd(() => rm(copy, { recursive: true, force: true }));
  const [sitePort, apiPort, barePort, livePort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const [url, api, bare] = [sitePort, apiPort, barePort].map((port) => `http://${local}:${String(port)}`) as [string, string, string];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PORT: String(sitePort),
    API_PORT: String(apiPort),
    LIVE_PORT: String(livePort),
    LIVE_UDP_PORT: String(await freePort()),
    SITE_URL: url,
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
  return { url, api, bare, databaseUrl };
}

async function sizes({ url }: Site): Promise<Row[]> {
  const browser = await openBrowser();
  atEnd(() => browser.close());
  const rows: Row[] = [];
  for (const { name, path, most_kB } of firstPages('/ada')) {
    const { bytes, scripts } = await downloadOf(browser, url + path);
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

async function pages({ url, api, bare }: Site): Promise<Row[]> {
  const bareUrl = `${url}${barePath}`;
  return [
    ratio('landing page, guest, 1 process, 50 connections', 'bare page', await requestsPerSecond([`${url}/`, bareUrl]), 0.6),
    ratio('profile page, guest, 1 process, 50 connections', 'bare page', await requestsPerSecond([`${url}/ada`, bareUrl]), 0.6),
    ratio(
      'GET /performers/:id',
      'bare Fastify, same query',
      await requestsPerSecond([`${api}/performers/ada`, `${bare}/performers/ada`]),
      0.5,
    ),
  ];
}

async function transfers({ databaseUrl, api }: Site): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await addPerformers(client, 1, 1_000);
  await client.end();
  const { least, spread, onOne, tipsSpread, tipsOnOne } = await transfersPerSecond(databaseUrl, api);
  return [
    ratio('tips through HTTP, 32 clients, many performers', 'one-statement transfer', [tipsSpread, least], 0.4),
    ratio('tips through HTTP, 32 clients, one performer', 'spread over many', [tipsOnOne, tipsSpread], 0.8),
    ratio('transfers of the ledger, 32 clients, many performers', 'one-statement transfer', [spread, least], 0.4),
    ratio('transfers of the ledger, 32 clients, one performer', 'spread over many', [onOne, spread], 0.8),
  ];
}

async function messages({ databaseUrl, api }: Site): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { p50_ms, p99_ms, perSecond, pace } = await messageTimes(client, api);
    const sending = await whileSendingToMany(client, api);
    return [
      said({
        what: `private message from request to socket, ${String(pace)} a second`,
        reference: `${perSecond.toFixed(0)} deliveries a second without a pace`,
        measured: `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`,
        reach: 'p99 < 100 ms',
        holds: p99_ms < 100,
      }),
      said({
        what: `GET /performers/:id while a message goes to ${String(sending.fans)} fans, sent in ${sending.took_s.toFixed(0)} s`,
        reference: `before: p95 ${sending.quiet_ms.toFixed(1)} ms`,
        measured: `p95 ${sending.busy_ms.toFixed(1)} ms, ${(sending.busy_ms / sending.quiet_ms).toFixed(2)} times`,
        reach: '≤ 3',
        holds: sending.busy_ms <= 3 * sending.quiet_ms,
      }),
    ];
  } finally {
    await client.end();
  }
}

async function growth(databaseUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  await growthOf(root, databaseUrl, sizesFrom(process.env), {
    say: (what) => output.log(what),
    measured: ({ what, small_ms, large_ms, middle }) => {
      const times = large_ms / small_ms;
      const measured = `p95 ${large_ms.toFixed(1)} ms, ${times.toFixed(2)} times; middle ${middle.toFixed(2)} times`;
      rows.push(said({ what, reference: `small world: p95 ${small_ms.toFixed(1)} ms`, measured, reach: '≤ 1.5', holds: times <= 1.5 }));
    },
  });
  return rows;
}

const ofSite = { sizes, pages, transfers, messages } as const;
/** These open what they need themselves; the figures of chats are some of the live ones. */
const alone = ['live', 'chat'];
const parts = [...Object.keys(ofSite), 'growth', ...alone];

async function measure(named: string[]): Promise<Row[]> {
  const unknown = named.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
  const wanted = named.length === 0 ? parts : named;
  const rows: Row[] = [];
  if (wanted.includes('live')) await liveFigures((figure) => rows.push(said(figure)));
  if (alone.some((name) => wanted.includes(name))) await chatFigures((figure) => rows.push(said(figure)));
  if (wanted.every((name) => alone.includes(name))) return rows;
  const folder = await mkdtemp(join(tmpdir(), 'footlight-bench-data-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const database = await ownDatabase(join(folder, 'database'), { info: () => undefined, warn: console.warn }, {});
  atEnd(() => database.close());
  // First of all: the site would run beside it.
  if (wanted.includes('growth')) rows.push(...(await growth(database.url)));
  const onSite = Object.entries(ofSite).filter(([name]) => wanted.includes(name));
  const site = onSite.length > 0 ? await openSite(database.url, folder) : null;
  for (const [, part] of onSite) if (site) rows.push(...(await part(site)));
  return rows;
}

try {
  const load = (): string =>
    loadavg()
      .map((figure) => figure.toFixed(1))
      .join(', ');
  const before = load();
  const rows = await measure(process.argv.slice(2));
  output.table(
    Object.fromEntries(rows.map(({ what, reference, measured, reach, holds }) => [what, { measured, reach, holds, reference }])),
  );
  output.log(
    `${String(availableParallelism())} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(1)} GiB, Node ${process.version}; load ${before} before and ${load()} after`,
  );
} finally {
  await closeAll();
}
