/** An upgrade whose migration fails, or dies: the database stays as it was, and the version before goes on with it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '@server/db/migrate';
import { freshDatabase, type FreshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { signUpFan } from '../support/people';
import { openWorld } from '../support/world';

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
  await expect(cut).rejects.toThrow();
  expect(await stand()).toEqual({ ...before, isThere: false });
  await writeFile(join(folder, 'later_1.sql'), 'select 1');
  await migrate(database.url, folder);
  expect(await stand()).toEqual({ seen: before.seen + 2, isThere: true });
});
