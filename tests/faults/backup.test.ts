/** A site is copied while it goes on, and becomes the same site in another place: by the two commands, as an operator types them. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { backUp, restore } from '@server/site/backup/backup';
import { diskStorage, openStorage } from '@server/platform/media/storage/storage';
import { brokenLaws } from '../support/books';
import { databaseServer, onServer } from '../kit/host/database';
import { signUpFan, signUpPerformer, somePicture } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

const server = await databaseServer();
const urlOf = (name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;
const empty = 'restored_site';
const secret = 'a secret for tests only, long enough';

let world: World;
let folder: string;
/** The backup that the first test makes. */
let first: string;

interface Place {
  databaseUrl: string;
  dataDir: string;
  secret?: string;
}

interface Ended {
  code: number;
  said: string;
}

/** Runs a command of the project on a database with a data folder of its own, and answers how it ended. */
function command(name: 'backup' | 'restore', backup: string, place: Place): Promise<Ended> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' as const, DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir };
  const args = ['--import', 'tsx', `bin/${name}.ts`, backup];
  const whole = { ...env, ...(place.secret !== undefined && { APP_SECRET: place.secret }) };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: whole }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
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

/** What each table of a site holds, in one hash a table. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(url, `select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const hashes = tables.map(async ({ name }) => {
    const [row] = await rowsOf<{ hash: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from "${name}" t`,
    );
    return [name, row?.hash ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

const waitingJobs = (url: string) =>
  rowsOf<{ name: string; data: unknown }>(
    url,
    `select name, data from jobs.job where state < 'completed' and name not like '\\_\\_%' order by id`,
  );

const site = () => ({ databaseUrl: world.databaseUrl, dataDir: world.ctx.config.dataDir, secret });
const elsewhere = (dataDir: string) => ({ databaseUrl: urlOf(empty), dataDir: join(folder, dataDir) });

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'footlight-backup-'));
  first = join(folder, 'first');
});
beforeEach(() => onServer(server, `create database ${empty}`));
afterEach(() => onServer(server, `drop database if exists ${empty} with (force)`));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** A site with money, a picture, words that need escaping, and a job that waits. */
async function live(): Promise<string> {
  const ada = await signUpPerformer(world, 'ada');
  const fan = await signUpFan(world, 'finn');
  await world.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
  await world.call('POST /payment/wallet/top-up', { body: { amount: 50 } }, { token: fan.token });
  await world.call('POST /wallet/charges/tip/:id', { params: { id: ada.id }, body: { price: 20 } }, { token: fan.token });
  const text = 'Tabs\tand \\ lines\nand “quotes” 😀';
  const { data } = await world.call('POST /performer/feeds', { body: { type: 'text', text, status: 'active' } }, ada);
  expect(data.text).toBe(text);
  const photo = { photo: await somePicture(64, 48) };
  const sent = await world.call('POST /performer/performer-assets/photos/upload', { files: photo, body: { title: 'One' } }, ada);
  await world.ctx.jobs.enqueue(world.ctx.db, 'search/sweep-keywords', {}, { at: new Date(Date.now() + 3_600_000) });
  return sent.data.photo._id;
}

test('a backup becomes the same site in an empty place: rows, files, jobs, secret and books', async () => {
  const fileId = await live();
  expect(await brokenLaws(world)).toEqual([]);
  const [before, jobs] = [await contentsOf(world.databaseUrl), await waitingJobs(world.databaseUrl)];
  expect(jobs.map(({ name }) => name)).toContain('search/sweep-keywords');
  const made = await command('backup', first, site());
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('copied to') as string });
  const place = elsewhere('place');
  const restored = await command('restore', first, place);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('The books are right.') as string });
  expect(await contentsOf(place.databaseUrl)).toEqual({ ...before, uploads: '0 ' });
  expect(await waitingJobs(place.databaseUrl)).toEqual(jobs);
  expect(await readFile(join(place.dataDir, 'secret'), 'utf8')).toBe(`${secret}\n`);
  const [file] = await rowsOf<{ variants: { key: string }[] }>(place.databaseUrl, `select variants from files where id = '${fileId}'`);
  const storage = diskStorage(join(place.dataDir, 'files'));
  for (const { key } of file?.variants ?? []) {
    const [copy, original] = [await storage.open(key), await world.ctx.storage.open(key)];
    expect(Buffer.concat(await (copy?.stream.toArray() ?? []))).toEqual(Buffer.concat(await (original?.stream.toArray() ?? [])));
  }
  expect(file?.variants.length).toBeGreaterThan(0);
  await expect(rowsOf(place.databaseUrl, `update ledger_entries set amount_cents = 0`)).rejects.toThrow();
});

const refusal = (folder: string, place: { databaseUrl: string; dataDir: string }, own = secret): Promise<string> =>
  restore(
    {
      ...{ databaseUrl: place.databaseUrl, storage: openStorage({ s3: null, dataDir: place.dataDir }), log: world.ctx.log },
      ...{ clock: world.ctx.clock, tell: () => undefined, adopt: (kept) => kept === own },
    },
    folder,
  ).then(
    () => 'restored',
    (error: unknown) => String(error),
  );

test('a place with people in it and a secret that must stay are refused before a row is changed, and a taken folder before it is touched', async () => {
  const before = await contentsOf(world.databaseUrl);
  expect(await refusal(first, site())).toMatch(/BackupRefused: .* has people in it/);
  expect(await contentsOf(world.databaseUrl)).toEqual(before);
  const place = elsewhere('other');
  expect(await refusal(first, place, 'another secret')).toMatch(/BackupRefused: APP_SECRET is set/);
  expect(await rowsOf(place.databaseUrl, 'select from accounts')).toEqual([]);
  const again = { ...site(), storage: world.ctx.storage, tell: () => undefined };
  await expect(backUp(again, first)).rejects.toThrow('exists');
  // What was refused left the place as free as it was.
  expect(await refusal(first, place)).toBe('restored');
});

test.each([
  ['table', /The table accounts of this backup/],
  ['file', /The file files.* of this backup is missing or damaged/],
  ['manifest', /manifest.json is missing/],
])('a backup whose %s is damaged is refused whole', async (what, words) => {
  const damaged = join(folder, `damaged-${what}`);
  await cp(first, damaged, { recursive: true });
  const manifest = JSON.parse(await readFile(join(damaged, 'manifest.json'), 'utf8')) as { objects: { key: string }[] };
  if (what === 'manifest') await rm(join(damaged, 'manifest.json'));
  else if (what === 'file') await rm(join(damaged, 'objects', manifest.objects[0]?.key ?? ''));
  else await writeFile(join(damaged, 'database/public.accounts.copy.gz'), gzipSync('another row\n'));
  expect(await refusal(damaged, elsewhere(what))).toMatch(words);
  expect(await rowsOf(urlOf(empty), `select from pg_tables where schemaname = 'public'`)).toEqual([]);
});

test('a backup of a newer version is refused in words', async () => {
  const newer = join(folder, 'newer');
  await cp(first, newer, { recursive: true });
  const manifest = JSON.parse(await readFile(join(newer, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  await writeFile(join(newer, 'manifest.json'), JSON.stringify({ ...manifest, migratedTo: 9_000_000_000_000 }));
  expect(await refusal(newer, elsewhere('newer'))).toMatch(/A newer version of Footlight/);
});

test('a file that the storage has lost is named, and the rest is copied', async () => {
  const [file] = await rowsOf<{ variants: { key: string }[] }>(world.databaseUrl, 'select variants from files limit 1');
  const key = file?.variants[0]?.key ?? '';
  await world.ctx.storage.remove(key);
  const lost = join(folder, 'lost');
  const made = await backUp({ ...site(), storage: world.ctx.storage, tell: () => undefined }, lost);
  expect(made.lost).toEqual([key]);
  expect(await refusal(lost, elsewhere('lost'))).toBe('restored');
});
