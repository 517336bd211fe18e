/** Backups of a whole site, and restoring one into an empty database. `bin/backup.ts` and `bin/restore.ts` are its commands. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Clock } from '../../platform/context';
import { connect } from '../../platform/db/db';
import { lastPreBaselineVersion, migrate, migrateUntil } from '../../platform/db/migrate';
import { openJobs, type JobRule } from '../../platform/jobs/jobs';
import type { Logger } from '../../kernel/log';
import { checkLedger } from '../../money/ledger/check';
import type { Storage } from '../../platform/media/storage/storage';
import { allInvariants } from '../books/invariants';
import { assertObjectsComplete, copyObjects, differingObjects, putObjects } from './objects';
import { BackupError, ownerOnly, pathsIn, readManifest, writeManifest, type Manifest } from './manifest';
import { assertTablesComplete, dumpTables, migratedToOf, restoreTables } from './tables';

export { BackupError };

/** Where a site's data is. */
export interface SiteLocation {
  databaseUrl: string;
  storage: Storage;
  /** Reports progress, in a sentence. */
  onProgress(message: string): void;
}

export interface BackupSource extends SiteLocation {
  secret: string;
}

/** The target of a restore. */
export interface RestoreTarget extends SiteLocation {
  log: Logger;
  clock: Clock;
  /** The queues of the restored site. */
  jobRules: readonly JobRule[];
  /** Installs the backup's secret; false when the target has another one that it must keep. */
  adoptSecret(secret: string): boolean;
}

export interface BackupSummary {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
}

const summaryOf = ({ tables, objects }: Pick<Manifest, 'tables' | 'objects'>): BackupSummary => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: objects.length,
  bytes: objects.reduce((sum, { size }) => sum + size, 0),
});

const bytesPerMegabyte = 1_000_000;

/** A summary as text. */
export const summaryText = ({ tables, rows, files, bytes }: BackupSummary): string =>
  `${rows} rows from ${tables} tables and ${files} files (${(bytes / bytesPerMegabyte).toFixed(1)} MB)`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Missing files that the site still refers to; others were removed during the backup. */
async function stillReferenced(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select key from unnest($1::text[]) as key
     where exists (select from files f, jsonb_array_elements(f.variants) v where v->>'key' = key)
        or exists (select from files f where f.original->>'key' = key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Copies the site into `folder`, which must not exist yet; the site may keep running. The folder gets its name when it is complete.
 * `missingKeys` are the keys of files that the site refers to and its storage does not have.
 * @throws BackupError when `folder` exists
 */
export async function backUp(source: BackupSource, folder: string): Promise<BackupSummary & { missingKeys: string[] }> {
  if (existsSync(folder)) throw new BackupError(`${folder} already exists. Choose a new folder: a backup never overwrites another one.`);
  const partialFolder = `${folder}.part`;
  await rm(partialFolder, { recursive: true, force: true });
  await mkdir(partialFolder, { recursive: true, mode: ownerOnly.folder });
  const result = await withClient(source.databaseUrl, async (client) => {
    await assertSite(client);
    const madeAt = new Date().toISOString();
    await client.query('begin isolation level repeatable read read only');
    const dumped = await dumpTables(client, partialFolder);
    source.onProgress(`${dumped.tables.length} tables copied`);
    const { objects, missing } = await copyObjects(client, source.storage, partialFolder, (done) =>
      source.onProgress(`${done} files copied`),
    );
    await client.query('commit');
    return { manifest: { madeAt, ...dumped, objects }, missingKeys: await stillReferenced(client, missing) };
  });
  await writeFile(pathsIn(partialFolder).secret, source.secret, { mode: ownerOnly.file });
  await writeManifest(partialFolder, result.manifest);
  await rename(partialFolder, folder);
  return { ...summaryOf(result.manifest), missingKeys: result.missingKeys };
}

const hasTables = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ exists: boolean }>(`select to_regclass('public.accounts') is not null as exists`)).rows[0]?.exists === true;

async function assertSite(client: pg.Client): Promise<void> {
  if (!(await hasTables(client))) throw new BackupError('This database does not contain a site yet.');
}

/** @throws BackupError when the database has accounts, or a schema that the backup cannot be restored to */
async function assertRestorable(client: pg.Client, { migratedTo }: Manifest): Promise<void> {
  if (!(await hasTables(client))) return;
  const { rows: accounts } = await client.query('select from accounts limit 1');
  if (accounts.length > 0)
    throw new BackupError('The database already has accounts. A backup can only be restored into an empty database.');
  if ((await migratedToOf(client)) > migratedTo)
    throw new BackupError('The database was created by a newer version than the backup. Use an empty database.');
}

async function secretIn(folder: string): Promise<string> {
  const secret = await readFile(pathsIn(folder).secret, 'utf8').catch(() => '');
  return secret === '' ? fail(`The secret is missing from the backup in ${folder}. Use another backup.`) : secret;
}

const fail = (reason: string): never => {
  throw new BackupError(reason);
};

/** Violations of the ledger's invariants, one sentence each. */
async function ledgerViolations({ databaseUrl, log, clock }: RestoreTarget): Promise<string[]> {
  const connection = connect(databaseUrl, log);
  try {
    const { laws: checked } = await checkLedger({ db: connection.db, clock }, allInvariants);
    return checked.flatMap(({ law, differences }) => differences.map((difference) => `${law}: ${difference}`));
  } finally {
    await connection.close();
  }
}

/** What was restored from the backup. */
export interface RestoreResult extends BackupSummary {
  /** Keys of files whose content in the storage differs from the backup. */
  differing: string[];
  /** Violations of the ledger's invariants, one sentence each. */
  violations: string[];
}

/**
 * Restores the backup in `folder` to an empty target, and migrates its tables to this version. The files of the backup are verified
 * before anything is written, and rows are restored in one transaction, so a failed restore can be repeated.
 * @throws BackupError when the target is not empty, or the backup is damaged, newer than this version or too old for it
 */
export async function restore(target: RestoreTarget, folder: string): Promise<RestoreResult> {
  const [manifest, secret] = [await readManifest(folder), await secretIn(folder)];
  await withClient(target.databaseUrl, (client) => assertRestorable(client, manifest));
  await assertTablesComplete(folder, manifest.tables);
  await assertObjectsComplete(folder, manifest.objects);
  target.onProgress('the backup is complete and undamaged');
  const version = await migrateUntil(target.databaseUrl, manifest.migratedTo);
  if (version === 'newer') fail('This backup was made by a newer version of Footlight. Install that version or a later one first.');
  if (version === 'older')
    fail(`This backup is older than ${lastPreBaselineVersion}. Restore it with that version, then make a new backup.`);
  if (!target.adoptSecret(secret)) fail('APP_SECRET does not match the backup. Unset it: the backup contains its own secret.');
  await putObjects(target.storage, folder, manifest.objects);
  target.onProgress(`${manifest.objects.length} files restored`);
  const queues = openJobs(target.databaseUrl, target.log, target.jobRules);
  try {
    await queues.check();
  } finally {
    await queues.close();
  }
  await withClient(target.databaseUrl, (client) => restoreTables(client, folder, manifest));
  await migrate(target.databaseUrl);
  const differing = await differingObjects(target.storage, manifest.objects);
  return { ...summaryOf(manifest), differing, violations: await ledgerViolations(target) };
}
