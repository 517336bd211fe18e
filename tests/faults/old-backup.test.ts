/**
 * A backup made by version 0.1.0 at commit 244d925, before its 41 migrations became one baseline, is restored by this version.
 * The archive holds the demo site: all rows of all tables, and of the stored files the 70 smallest.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { restore } from '@server/site/backup/backup';
import { readManifest, type Manifest } from '@server/site/backup/manifest';
import { openStorage } from '@server/platform/media/storage/storage';
import { realClock } from '@server/kernel/random';
import { makeLogger } from '@server/kernel/log';
import { entriesOf } from '../kit/files/archives';
import { brokenLaws } from '../support/books';
import { databaseServer, freshDatabase, noTables, onServer, type FreshDatabase } from '../kit/host/database';
import { openWorld, type World } from '../kit/host/test-host';

/** The environment of the site that was backed up. */
const secret = 'a secret for tests only, long enough';
const demoPassword = 'demo for tests only 1';

let folder: string;
let database: FreshDatabase;
let manifest: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-old-backup-'));
  for (const [name, content] of await entriesOf(await readFile('tests/fixtures/backup-0.1.0.zip'))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  manifest = await readManifest(folder);
  database = await freshDatabase(noTables);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const place = () => ({
  databaseUrl: database.url,
  storage: openStorage({ s3: null, dataDir: join(folder, 'place') }),
  log: makeLogger('silent'),
  clock: realClock,
  tell: () => undefined,
  adopt: (kept: string) => kept === secret,
});

async function tablesIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ tables: number }>(`select count(*)::int as tables from pg_tables where schemaname = 'public'`);
  await client.end();
  return rows[0]?.tables ?? 0;
}

/** How many rows each table of the backup now has. */
async function rowsIn(world: World): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { schema, name } of manifest.tables) {
    const { rows } = await world.ctx.db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(schema)}.${sql.identifier(name)}`,
    );
    counted[name] = rows[0]?.rows ?? 0;
  }
  return counted;
}

test('every row and file arrives, the books hold, and the host serves the site', async () => {
  const restored = await restore(place(), folder);
  expect(restored).toEqual({ tables: 119, rows: 1245, files: 70, bytes: expect.any(Number) as number, differing: [], broken: [] });

  const world = await openWorld({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'place'), APP_SECRET: secret });
  try {
    expect(await rowsIn(world)).toEqual(Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])));
    expect(await brokenLaws(world)).toEqual([]);
    const { rows: entries } = await world.ctx.db.execute<{ entries: number }>(sql`select count(*)::int as entries from ledger_entries`);
    expect(entries).toEqual([{ entries: 26 }]);

    const { data: finn } = await world.call('POST /auth/login', { body: { username: 'finn', password: demoPassword } });
    expect(finn.token).toBeTruthy();
    const { data: feeds } = await world.call('GET /user/feeds', {}, { token: finn.token });
    expect(feeds.total).toBeGreaterThan(0);
    const { data: ada } = await world.call('GET /performers/:id', { params: { id: 'ada' } }, { token: finn.token });
    const before = await rowsIn(world);
    const tip = { params: { id: ada._id }, body: { price: 20 } };
    const tipped = await world.call('POST /wallet/charges/tip/:id', tip, { token: finn.token, key: 'one tip after the upgrade' });
    expect(tipped.refusal.error).toBeUndefined();
    const after = await rowsIn(world);
    // It needs the numbers after those that the sequences had given on the old site.
    expect(after['ledger_entries']).toBeGreaterThan(before['ledger_entries'] ?? 0);
    expect(await brokenLaws(world)).toEqual([]);
  } finally {
    await world.close();
  }
});

test('a backup from before the last of those migrations is refused by name, and nothing is changed', async () => {
  const older = join(folder, 'manifest.json');
  await writeFile(older, JSON.stringify({ ...manifest, migratedTo: manifest.migratedTo - 1 }));
  const server = await databaseServer();
  const empty = 'place_for_an_older_backup';
  await onServer(server, `create database ${empty}`);
  try {
    const databaseUrl = Object.assign(new URL(server), { pathname: `/${empty}` }).href;
    await expect(restore({ ...place(), databaseUrl }, folder)).rejects.toMatchObject({
      name: 'BackupRefused',
      message: expect.stringContaining('older than version 0.1.0') as string,
    });
    expect(await tablesIn(databaseUrl)).toBe(0);
  } finally {
    await onServer(server, `drop database ${empty} with (force)`);
  }
});
