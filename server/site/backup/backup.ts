/** Backups of a whole site, and bringing one back into an empty place. `bin/backup.ts` and `bin/restore.ts` are its commands. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Clock } from '../../platform/context';
import { connect } from '../../platform/db/db';
import { lastBeforeBaseline, migrate, migrateUntil } from '../../platform/db/migrate';
import { openJobs } from '../../platform/jobs/jobs';
import type { Logger } from '../../kernel/log';
import { checkLedger } from '../../money/ledger/check';
import type { Storage } from '../../platform/media/storage/storage';
import { jobRules } from '../../modules/jobs';
import { laws } from '../../modules/laws';
import { assertObjectsWhole, copyObjects, differingObjects, putObjects } from './objects';
import { BackupRefused, ownerOnly, placesIn, readManifest, writeManifest, type Manifest } from './manifest';
import { assertTablesWhole, dumpTables, migratedToOf, takeTables } from './tables';

export { BackupRefused };

/** Where a site's parts are. */
export interface Place {
  databaseUrl: string;
  storage: Storage;
  /** Says how far the work is, in a sentence. */
  tell(message: string): void;
}

export interface Site extends Place {
  secret: string;
}

/** Where a backup is to become a site. */
export interface FreePlace extends Place {
  log: Logger;
  clock: Clock;
  /** Makes the backup's secret this place's own; false when it has one that it must keep. */
  adopt(secret: string): boolean;
}

export interface Summary {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
}

const summaryOf = ({ tables, objects }: Pick<Manifest, 'tables' | 'objects'>): Summary => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: objects.length,
  bytes: objects.reduce((sum, { size }) => sum + size, 0),
});

const million = 1_000_000;

/** A summary in words. */
export const spoken = ({ tables, rows, files, bytes }: Summary): string =>
  `${rows} rows of ${tables} tables and ${files} files (${(bytes / million).toFixed(1)} MB)`;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Of files that were gone when they were to be copied, those that the site still counts on: others were removed meanwhile. */
async function missed(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select key from unnest($1::text[]) as key
     where exists (select from files f, jsonb_array_elements(f.variants) v where v->>'key' = key)
        or exists (select from files f where f.original->>'key' = key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Copies the site into `folder`, which must not exist yet; the site may go on meanwhile. The folder appears when it is whole.
 * `lost` are files that the site counts on and its storage does not have.
 * @throws BackupRefused when there is something at `folder`
 */
export async function backUp(site: Site, folder: string): Promise<Summary & { lost: string[] }> {
  if (existsSync(folder)) throw new BackupRefused(`${folder} exists. Name a new folder: a backup never replaces another.`);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: ownerOnly.folder });
  const made = await connected(site.databaseUrl, async (client) => {
    await assertSite(client);
    const madeAt = new Date().toISOString();
    await client.query('begin isolation level repeatable read read only');
    const dumped = await dumpTables(client, draft);
    site.tell(`${dumped.tables.length} tables copied`);
    const { objects, missing } = await copyObjects(client, site.storage, draft, (done) => site.tell(`${done} files copied`));
    await client.query('commit');
    return { manifest: { madeAt, ...dumped, objects }, lost: await missed(client, missing) };
  });
  await writeFile(placesIn(draft).secret, site.secret, { mode: ownerOnly.file });
  await writeManifest(draft, made.manifest);
  await rename(draft, folder);
  return { ...summaryOf(made.manifest), lost: made.lost };
}

const hasTables = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ exists: boolean }>(`select to_regclass('public.accounts') is not null as exists`)).rows[0]?.exists === true;

async function assertSite(client: pg.Client): Promise<void> {
  if (!(await hasTables(client))) throw new BackupRefused('There is no site in this database yet.');
}

/** @throws BackupRefused when the database has people, or a shape that the backup cannot fill */
async function assertFree(client: pg.Client, { migratedTo }: Manifest): Promise<void> {
  if (!(await hasTables(client))) return;
  const { rows: people } = await client.query('select from accounts limit 1');
  if (people.length > 0)
    throw new BackupRefused('The database of this place has people in it. A backup is brought back into an empty database only.');
  if ((await migratedToOf(client)) > migratedTo)
    throw new BackupRefused('The database of this place was set up by a newer version than the backup. Give it an empty database.');
}

async function secretIn(folder: string): Promise<string> {
  const secret = await readFile(placesIn(folder).secret, 'utf8').catch(() => '');
  return secret === '' ? fail(`The backup in ${folder} has lost its secret. Use another one.`) : secret;
}

const fail = (reason: string): never => {
  throw new BackupRefused(reason);
};

/** What breaks a law of the books, each in a sentence. */
async function brokenIn({ databaseUrl, log, clock }: FreePlace): Promise<string[]> {
  const connection = connect(databaseUrl, log);
  try {
    const { laws: checked } = await checkLedger({ db: connection.db, clock }, laws);
    return checked.flatMap(({ law, differences }) => differences.map((difference) => `${law}: ${difference}`));
  } finally {
    await connection.close();
  }
}

/** What a place has of the backup that was brought back into it. */
export interface Restored extends Summary {
  /** Keys of files that the storage does not give back as they were put. */
  differing: string[];
  /** What breaks a law of the books, each in a sentence. */
  broken: string[];
}

/**
 * Brings the backup in `folder` back into an empty place, and its tables to the shape of this version. Everything is read and
 * checked before anything is changed; the database changes as a whole or not at all, so that it can be tried again.
 * @throws BackupRefused when the place is not empty, or the backup is damaged, newer than this version or too old for it
 */
export async function restore(place: FreePlace, folder: string): Promise<Restored> {
  const [manifest, secret] = [await readManifest(folder), await secretIn(folder)];
  await connected(place.databaseUrl, (client) => assertFree(client, manifest));
  await assertTablesWhole(folder, manifest.tables);
  await assertObjectsWhole(folder, manifest.objects);
  place.tell('the backup is whole');
  const shape = await migrateUntil(place.databaseUrl, manifest.migratedTo);
  if (shape === 'newer') fail('A newer version of Footlight made this backup. Install that version, or a later one, first.');
  if (shape === 'older') fail(`This backup is older than ${lastBeforeBaseline}. Restore it with that version and make a new backup.`);
  if (!place.adopt(secret)) fail('APP_SECRET is set, and not to the secret of the backup. Leave it away: the backup brings its own.');
  await putObjects(place.storage, folder, manifest.objects);
  place.tell(`${manifest.objects.length} files put back`);
  const queues = openJobs(place.databaseUrl, place.log, jobRules);
  try {
    await queues.check();
  } finally {
    await queues.close();
  }
  await connected(place.databaseUrl, (client) => takeTables(client, folder, manifest));
  await migrate(place.databaseUrl);
  const differing = await differingObjects(place.storage, manifest.objects);
  return { ...summaryOf(manifest), differing, broken: await brokenIn(place) };
}
