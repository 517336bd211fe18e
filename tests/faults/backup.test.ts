/** A running site is backed up and restored elsewhere, with the two commands that an operator runs. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { jobRules } from '@server/jobs';
import { backUp, restore } from '@server/site/backup/backup';
import { diskStorage, openStorage } from '@server/platform/media/storage/storage';
import { violatedInvariants } from '../kit/money/ledger';
import { bundle } from '../kit/processes/bundle';
import { databaseServer, onServer } from '../kit/host/database';
import { signUpFan, signUpPerformer, sampleImage } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const server = await databaseServer();
const urlOf = (name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;
const emptyDatabase = 'restored_site';
const secret = 'a secret for tests only, long enough';

let testHost: TestHost;
let folder: string;
/** The backup that the first test creates. */
let firstBackup: string;

interface RestoreTarget {
  databaseUrl: string;
  dataDir: string;
  secret?: string;
}

interface CommandResult {
  code: number;
  output: string;
}

const programs = { backup: '', restore: '' };

/** Runs a command on a database and a data folder, and returns its exit code and output. */
function runCommand(name: 'backup' | 'restore', backup: string, target: RestoreTarget): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' as const, DATABASE_URL: target.databaseUrl, DATA_DIR: target.dataDir };
  const environment = { ...env, ...(target.secret !== undefined && { APP_SECRET: target.secret }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [programs[name], backup], { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

async function rowsOf<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** One hash per table of a site. All in one query: a connection per table costs more than all the hashes. */
async function tableHashes(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const parts = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from "${name}" t`,
    );
    const { rows } = await client.query<{ name: string; hash: string }>(parts.join(' union all '));
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
  } finally {
    await client.end();
  }
}

const pendingJobs = (url: string) =>
  rowsOf<{ name: string; data: unknown }>(
    url,
    `select name, data from jobs.job where state < 'completed' and name not like '\\_\\_%' order by id`,
  );

const site = () => ({ databaseUrl: testHost.databaseUrl, dataDir: testHost.ctx.config.dataDir, secret });
const emptyTarget = (dataDir: string) => ({ databaseUrl: urlOf(emptyDatabase), dataDir: join(folder, dataDir) });

beforeAll(async () => {
  for (const name of ['backup', 'restore'] as const) programs[name] = bundle(`bin/${name}.ts`);
  testHost = await openTestHost();
  folder = await mkdtemp(join(tmpdir(), 'footlight-backup-'));
  firstBackup = join(folder, 'first');
});
beforeEach(() => onServer(server, `create database ${emptyDatabase}`));
afterEach(() => onServer(server, `drop database if exists ${emptyDatabase} with (force)`));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await testHost.close();
});

/** Creates money, a photo, a text that needs escaping, and a pending job; returns the photo's id. */
async function createContent(): Promise<string> {
  const ada = await signUpPerformer(testHost, 'ada');
  const fan = await signUpFan(testHost, 'finn');
  await testHost.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
  await testHost.call('POST /payment/wallet/top-up', { body: { amount: 50 } }, { token: fan.token });
  await testHost.call('POST /wallet/charges/tip/:id', { params: { id: ada.id }, body: { price: 20 } }, { token: fan.token });
  const text = 'Tabs\tand \\ lines\nand “quotes” 😀';
  const { data } = await testHost.call('POST /performer/feeds', { body: { type: 'text', text, status: 'active' } }, ada);
  expect(data.text).toBe(text);
  const photo = { photo: await sampleImage(64, 48) };
  const sent = await testHost.call('POST /performer/performer-assets/photos/upload', { files: photo, body: { title: 'One' } }, ada);
  await testHost.ctx.jobs.enqueue(testHost.ctx.db, 'search/sweep-keywords', {}, { at: new Date(Date.now() + 3_600_000) });
  return sent.data.photo._id;
}

test('restoring a backup into an empty database and folder gives the same rows, files, jobs, secret and ledger', async () => {
  const fileId = await createContent();
  expect(await violatedInvariants(testHost)).toEqual([]);
  const [before, jobs] = [await tableHashes(testHost.databaseUrl), await pendingJobs(testHost.databaseUrl)];
  expect(jobs.map(({ name }) => name)).toContain('search/sweep-keywords');
  const result = await runCommand('backup', firstBackup, site());
  expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/Copied \d+ rows .* to /) as string });
  const target = emptyTarget('target');
  const restored = await runCommand('restore', firstBackup, target);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The ledger is consistent.') as string });
  expect(await tableHashes(target.databaseUrl)).toEqual({ ...before, uploads: '0 ' });
  expect(await pendingJobs(target.databaseUrl)).toEqual(jobs);
  expect(await readFile(join(target.dataDir, 'secret'), 'utf8')).toBe(`${secret}\n`);
  const [file] = await rowsOf<{ variants: { key: string }[] }>(target.databaseUrl, `select variants from files where id = '${fileId}'`);
  const storage = diskStorage(join(target.dataDir, 'files'));
  for (const { key } of file?.variants ?? []) {
    const [copy, original] = [await storage.open(key), await testHost.ctx.storage.open(key)];
    expect(Buffer.concat(await (copy?.stream.toArray() ?? []))).toEqual(Buffer.concat(await (original?.stream.toArray() ?? [])));
  }
  expect(file?.variants.length).toBeGreaterThan(0);
  await expect(rowsOf(target.databaseUrl, `update ledger_entries set amount_cents = 0`)).rejects.toThrow();
});

const restoreError = (backup: string, target: { databaseUrl: string; dataDir: string }, expectedSecret = secret): Promise<string> =>
  restore(
    {
      databaseUrl: target.databaseUrl,
      storage: openStorage({ s3: null, dataDir: target.dataDir }),
      log: testHost.ctx.log,
      clock: testHost.ctx.clock,
      jobRules,
      onProgress: () => undefined,
      adoptSecret: (backedUpSecret) => backedUpSecret === expectedSecret,
    },
    backup,
  ).then(
    () => 'restored',
    (error: unknown) => String(error),
  );

test('a database with accounts or a different secret is rejected before any row changes, and an existing folder before any write', async () => {
  const before = await tableHashes(testHost.databaseUrl);
  expect(await restoreError(firstBackup, site())).toMatch(/BackupError: .* already has accounts/);
  expect(await tableHashes(testHost.databaseUrl)).toEqual(before);
  const target = emptyTarget('other');
  expect(await restoreError(firstBackup, target, 'another secret')).toMatch(/BackupError: APP_SECRET does not match the backup/);
  expect(await rowsOf(target.databaseUrl, 'select from accounts')).toEqual([]);
  const existing = { ...site(), storage: testHost.ctx.storage, onProgress: () => undefined };
  await expect(backUp(existing, firstBackup)).rejects.toThrow('exists');
  // A rejected restore leaves the target unchanged.
  expect(await restoreError(firstBackup, target)).toBe('restored');
});

test.each([
  ['table', /The table accounts in this backup/],
  ['file', /The file files.* in this backup is missing or damaged/],
  ['manifest', /manifest.json is missing/],
])('a backup with a damaged %s is rejected as a whole', async (what, message) => {
  const damaged = join(folder, `damaged-${what}`);
  await cp(firstBackup, damaged, { recursive: true });
  const manifest = JSON.parse(await readFile(join(damaged, 'manifest.json'), 'utf8')) as { objects: { key: string }[] };
  if (what === 'manifest') await rm(join(damaged, 'manifest.json'));
  else if (what === 'file') await rm(join(damaged, 'objects', manifest.objects[0]?.key ?? ''));
  else await writeFile(join(damaged, 'database/public.accounts.copy.gz'), gzipSync('another row\n'));
  expect(await restoreError(damaged, emptyTarget(what))).toMatch(message);
  expect(await rowsOf(urlOf(emptyDatabase), `select from pg_tables where schemaname = 'public'`)).toEqual([]);
});

test('a backup of a newer version is rejected with a message', async () => {
  const newer = join(folder, 'newer');
  await cp(firstBackup, newer, { recursive: true });
  const manifest = JSON.parse(await readFile(join(newer, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  await writeFile(join(newer, 'manifest.json'), JSON.stringify({ ...manifest, migratedTo: 9_000_000_000_000 }));
  expect(await restoreError(newer, emptyTarget('newer'))).toMatch(/a newer version of Footlight/);
});

test('a file that is missing in the storage is reported, and the rest is backed up', async () => {
  const [file] = await rowsOf<{ variants: { key: string }[] }>(testHost.databaseUrl, 'select variants from files limit 1');
  const key = file?.variants[0]?.key ?? '';
  await testHost.ctx.storage.remove(key);
  const backupFolder = join(folder, 'lost');
  const result = await backUp({ ...site(), storage: testHost.ctx.storage, onProgress: () => undefined }, backupFolder);
  expect(result.missingKeys).toEqual([key]);
  expect(await restoreError(backupFolder, emptyTarget('lost'))).toBe('restored');
});
