/**
 * An upgrade whose migration fails, or dies: the database stays as it was, and the version before goes on with it. An upgrade from
 * the 41 migrations of version 0.1.0 that the baseline replaced.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrateUntil } from '@server/platform/db/migrate';
import { bundled } from '../kit/processes/bundle';
import { freshDatabase, noTables, type FreshDatabase } from '../kit/host/database';
import { eventually } from '../kit/timing/eventually';
import { startHost } from '../kit/processes/host-process';
import { signUpFan } from '../kit/people/people';
import { openWorld } from '../kit/host/test-host';

let database: FreshDatabase;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'footlight-upgrade-'));
  await cp('server/db/migrations', folder, { recursive: true });
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A later version: the migrations there are, and these after them. */
async function laterVersion(...statements: string[]): Promise<void> {
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
  };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  for (const [index, statement] of statements.entries()) {
    const tag = `later_${String(index)}`;
    journal.entries.push({ ...last, idx: last.idx + index + 1, when: last.when + index + 1, tag });
    await writeFile(join(folder, `${tag}.sql`), statement);
  }
  await writeFile(file, JSON.stringify(journal));
}

/** How many migrations the database has seen, and whether the later version's table is there. */
async function stand(): Promise<{ seen: number; isThere: boolean }> {
  const { rows } = await client.query<{ seen: number; there: boolean }>(
    `select (select count(*)::int from drizzle.__drizzle_migrations) as seen, to_regclass('later') is not null as there`,
  );
  return { seen: rows[0]?.seen ?? 0, isThere: rows[0]?.there ?? true };
}

test('one that fails takes all of its upgrade back, and the version before runs on', async () => {
  const before = await stand();
  await laterVersion(
    'create table later (id int); alter table accounts add column later int',
    'alter table no_such_table add column later int',
  );
  await expect(migrate(database.url, folder)).rejects.toThrow();
  expect(await stand()).toEqual({ ...before, isThere: false });
  await migrate(database.url);
  const world = await openWorld({ DATABASE_URL: database.url });
  expect((await signUpFan(world)).id).toBeTruthy();
  await world.close();
});

test('one that is cut off in the middle takes all of its upgrade back, and the next start does it whole', async () => {
  const before = await stand();
  await laterVersion('create table later (id int)', 'select pg_sleep(60)');
  const cut = migrate(database.url, folder);
  cut.catch(() => undefined);
  await eventually(async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)' and datname = current_database()`,
    );
    expect(rowCount).toBe(1);
  });
  // The rollback fails too, on the connection that is gone: what is told is why it came to that.
  await expect(cut).rejects.toMatchObject({
    name: 'MigrationFailed',
    message: expect.stringContaining('terminating connection') as unknown,
  });
  expect(await stand()).toEqual({ ...before, isThere: false });
  await writeFile(join(folder, 'later_1.sql'), 'select 1');
  await migrate(database.url, folder);
  expect(await stand()).toEqual({ seen: before.seen + 2, isThere: true });
});

test('one for which the disk has no space says so', async () => {
  const before = await stand();
  await laterVersion(
    `do $$ begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`,
  );
  await expect(migrate(database.url, folder)).rejects.toThrow(
    'The database could not be upgraded: could not extend file: No space left on device. Nothing was changed. ' +
      'The disk of the database is full: make space, then start again.',
  );
  expect(await stand()).toEqual({ ...before, isThere: false });
});

test('a version that is older than the database refuses it, and changes nothing', async () => {
  await laterVersion('create table later (id int)');
  await migrate(database.url, folder);
  const after = await stand();
  await expect(migrate(database.url)).rejects.toMatchObject({
    name: 'DatabaseTooNew',
    message: expect.stringContaining('newer version') as unknown,
  });
  expect(await stand()).toEqual(after);
  // A host that starts again by itself does not migrate, and looks all the same.
  const program = bundled('server/main.ts');
  await expect(startHost(program, { DATABASE_URL: database.url, DATA_DIR: folder })).rejects.toThrow(
    'upgraded by a newer version of Footlight',
  );
});

/** What the database recorded about the replaced migrations, in their order. */
const replaced = async (): Promise<{ hash: string; created_at: number }[]> =>
  JSON.parse(await readFile('tests/fixtures/migrations-0.1.0.json', 'utf8')) as { hash: string; created_at: number }[];

/** Makes a database with the baseline alone one that the first `count` of the replaced migrations have brought there. */
async function asMigratedBefore(count: number): Promise<void> {
  await client.end();
  await database.drop();
  database = await freshDatabase(noTables);
  await migrateUntil(database.url, (await replaced()).at(-1)?.created_at ?? 0);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const seen = (await replaced()).slice(0, count);
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const { hash, created_at } of seen)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, created_at]);
}

test('a database with all replaced migrations counts as one with the baseline: nothing runs twice, and a later migration runs', async () => {
  await asMigratedBefore(41);
  await migrate(database.url);
  const { entries } = JSON.parse(await readFile('server/db/migrations/meta/_journal.json', 'utf8')) as { entries: unknown[] };
  const seen = 41 + entries.length - 1;
  expect(await stand()).toEqual({ seen, isThere: false });
  const world = await openWorld({ DATABASE_URL: database.url });
  expect((await signUpFan(world)).id).toBeTruthy();
  await world.close();

  await laterVersion('create table later (id int)');
  await migrate(database.url, folder);
  expect(await stand()).toEqual({ seen: seen + 1, isThere: true });
  // Once more: there is nothing left to do.
  await migrate(database.url, folder);
  expect(await stand()).toEqual({ seen: seen + 1, isThere: true });
});

test('the baseline bears the time of the last migration that it replaced, and is the first of all', async () => {
  const { entries } = JSON.parse(await readFile('server/db/migrations/meta/_journal.json', 'utf8')) as { entries: { when: number }[] };
  expect(entries[0]?.when).toBe((await replaced()).at(-1)?.created_at);
});

test('the snapshot of the last migration is the only one kept', async () => {
  const { entries } = JSON.parse(await readFile('server/db/migrations/meta/_journal.json', 'utf8')) as { entries: { idx: number }[] };
  const last = String(entries.at(-1)?.idx).padStart(4, '0');
  expect(await readdir('server/db/migrations/meta')).toEqual([`${last}_snapshot.json`, '_journal.json']);
});

test.each([1, 30, 40])('a database that stopped at replaced migration %i is refused by name, and stays as it is', async (count) => {
  await asMigratedBefore(count);
  await expect(migrate(database.url)).rejects.toMatchObject({ name: 'DatabaseTooOld' });
  await laterVersion('create table later (id int)');
  await expect(migrate(database.url, folder)).rejects.toMatchObject({ name: 'DatabaseTooOld' });
  expect(await stand()).toEqual({ seen: count, isThere: false });
});

test('a command says which version upgrades a database that is too old, and ends with 1', async () => {
  await asMigratedBefore(30);
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' as const, DATABASE_URL: database.url, DATA_DIR: folder };
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'bin/ledger-check.ts'], { env }, (error, _stdout, said) =>
      resolve({ code: error?.code, said }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    said: '! This database is older than version 0.1.0 (commit 244d925), and this version cannot upgrade it. Nothing was changed. Start it once with version 0.1.0 (commit 244d925), then with this version.\n',
  });
});
