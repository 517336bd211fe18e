/**
 * This version restores a backup of version 0.1.0 at commit 244d925, from before its 41 migrations were squashed into one baseline.
 * The archive contains the demo site: all rows of all tables, and the 70 smallest of the stored files.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { jobRules } from '@server/jobs';
import { restore } from '@server/site/backup/backup';
import { readManifest, type Manifest } from '@server/site/backup/manifest';
import { openStorage } from '@server/platform/media/storage/storage';
import { realClock } from '@server/kernel/random';
import { makeLogger } from '@server/kernel/log';
import { entriesOf } from '../kit/files/archives';
import { violatedInvariants } from '../kit/money/ledger';
import { databaseServer, freshDatabase, emptyTemplate, onServer, type FreshDatabase } from '../kit/host/database';
import { openTestHost, type TestHost } from '../kit/host/test-host';

/** The secret and the demo password of the site that was backed up. */
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
  database = await freshDatabase(emptyTemplate);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const restoreOptions = () => ({
  databaseUrl: database.url,
  storage: openStorage({ s3: null, dataDir: join(folder, 'restored') }),
  log: makeLogger('silent'),
  clock: realClock,
  onProgress: () => undefined,
  jobRules,
  adoptSecret: (backedUpSecret: string) => backedUpSecret === secret,
});

async function tableCount(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ tables: number }>(`select count(*)::int as tables from pg_tables where schemaname = 'public'`);
  await client.end();
  return rows[0]?.tables ?? 0;
}

/** Tables of the backup, and the tables that replace them in this version. */
const replacedTables: Readonly<Record<string, string>> = { video_participants: 'appearances' };

/** The number of rows in each table of the backup. */
async function rowCounts(testHost: TestHost): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of manifest.tables) {
    const { rows } = await testHost.ctx.db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(schema)}.${sql.identifier(replacedTables[name] ?? name)}`,
    );
    counts[name] = rows[0]?.rows ?? 0;
  }
  return counts;
}

test('every row and file is restored, the ledger invariants hold, and the API works', async () => {
  const restored = await restore(restoreOptions(), folder);
  expect(restored).toEqual({ tables: 119, rows: 1245, files: 70, bytes: expect.any(Number) as number, differing: [], violations: [] });

  const testHost = await openTestHost({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'restored'), APP_SECRET: secret });
  try {
    expect(await rowCounts(testHost)).toEqual(Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])));
    expect(await violatedInvariants(testHost)).toEqual([]);
    const { rows: entries } = await testHost.ctx.db.execute<{ entries: number }>(sql`select count(*)::int as entries from ledger_entries`);
    expect(entries).toEqual([{ entries: 26 }]);
    const { rows: attachments } = await testHost.ctx.db.execute(
      sql`select attached_kind as kind, count(*)::int as files from files where length(attached_id) = 36 group by 1 order by 1`,
    );
    expect(attachments).toEqual([
      { kind: 'account', files: 30 },
      { kind: 'feed', files: 10 },
      { kind: 'message', files: 2 },
      { kind: 'performer', files: 30 },
      { kind: 'photo', files: 9 },
      { kind: 'product', files: 7 },
      { kind: 'video', files: 2 },
    ]);

    const { data: finn } = await testHost.call('POST /auth/login', { body: { username: 'finn', password: demoPassword } });
    expect(finn.token).toBeTruthy();
    const { data: feeds } = await testHost.call('GET /user/feeds', {}, { token: finn.token });
    expect(feeds.total).toBeGreaterThan(0);
    const { data: ada } = await testHost.call('GET /performers/:id', { params: { id: 'ada' } }, { token: finn.token });
    const before = await rowCounts(testHost);
    const tip = { params: { id: ada._id }, body: { price: 20 } };
    const tipped = await testHost.call('POST /wallet/charges/tip/:id', tip, { token: finn.token, key: 'one tip after the upgrade' });
    expect(tipped.errorBody.error).toBeUndefined();
    const after = await rowCounts(testHost);
    // The ids of its ledger entries must follow those that the sequences of the old site assigned.
    expect(after['ledger_entries']).toBeGreaterThan(before['ledger_entries'] ?? 0);
    expect(await violatedInvariants(testHost)).toEqual([]);
  } finally {
    await testHost.close();
  }
});

test('a backup from before the last of the squashed migrations is rejected with a named error, and nothing is restored', async () => {
  const manifestFile = join(folder, 'manifest.json');
  await writeFile(manifestFile, JSON.stringify({ ...manifest, migratedTo: manifest.migratedTo - 1 }));
  const server = await databaseServer();
  const emptyDatabase = 'older_backup_target';
  await onServer(server, `create database ${emptyDatabase}`);
  try {
    const databaseUrl = Object.assign(new URL(server), { pathname: `/${emptyDatabase}` }).href;
    await expect(restore({ ...restoreOptions(), databaseUrl }, folder)).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringContaining('older than version 0.1.0') as string,
    });
    expect(await tableCount(databaseUrl)).toBe(0);
  } finally {
    await onServer(server, `drop database ${emptyDatabase} with (force)`);
  }
});
