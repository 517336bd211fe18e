/**
 * The tables of a site as PostgreSQL COPY text: dumped in one snapshot while the site runs, and restored in one transaction, after
 * which every foreign key has been validated again. Needs no `pg_dump`.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { jobsSchema } from '../../platform/jobs/jobs';
import { BackupError, hashStream, ownerOnly, pathsIn, type DumpedTable, type Manifest } from './manifest';

/** pg-boss creates its tables itself; only unfinished and failed jobs are backed up. */
const jobs = { schema: jobsSchema, name: 'job' } as const;
const isJobs = ({ schema, name }: { schema: string; name: string }): boolean => schema === jobs.schema && name === jobs.name;
const unfinished = `state not in ('completed', 'cancelled') and name not like '\\_\\_%'`;

/** Unfinished uploads are on the API server's disk and are not backed up. */
const excludedTables = ['uploads'];
const newline = '\n'.charCodeAt(0);

type Shape = Pick<DumpedTable, 'schema' | 'name' | 'columns'>;

const quoted = (name: string): string => pg.escapeIdentifier(name);
const nameOf = ({ schema, name }: Pick<Shape, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`;
const columnsOf = ({ columns }: Pick<Shape, 'columns'>): string => columns.map(quoted).join(', ');

/** The tables of a schema with their writable columns. */
async function shapesOf(client: pg.ClientBase, schema: string): Promise<Shape[]> {
  const { rows } = await client.query<Shape>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition
     group by 1, 2 order by 2`,
    [schema],
  );
  return rows;
}

/** Counts the rows of COPY text: one line per row. */
function rowCounter(): { through: Transform; rows(): number } {
  let rows = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { through, rows: () => rows };
}

async function dumpTable(client: pg.ClientBase, folder: string, shape: Shape): Promise<DumpedTable> {
  const path = pathsIn(folder).table(shape);
  await mkdir(dirname(path), { recursive: true, mode: ownerOnly.folder });
  const [hash, count] = [hashStream(), rowCounter()];
  const rows = `select ${columnsOf(shape)} from ${nameOf(shape)} ${isJobs(shape) ? `where ${unfinished}` : ''}`;
  const bytes = client.query(copyTo(`copy (${rows}) to stdout`));
  await pipeline(bytes, count.through, hash.through, createGzip(), createWriteStream(path, { mode: ownerOnly.file }));
  return { ...shape, rows: count.rows(), sha256: hash.digest() };
}

/** The timestamp of the newest migration applied to the database, in ms; 0 without any. */
export async function migratedToOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return Number(rows[0]?.at ?? 0);
}

/** Writes every table to `folder`, as the client's transaction sees it. */
export async function dumpTables(client: pg.ClientBase, folder: string): Promise<Pick<Manifest, 'migratedTo' | 'tables' | 'sequences'>> {
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  const shapes = [...(await shapesOf(client, 'public')), ...(await shapesOf(client, jobs.schema)).filter(isJobs)];
  const tables: DumpedTable[] = [];
  for (const shape of shapes.filter(({ name }) => !excludedTables.includes(name))) tables.push(await dumpTable(client, folder, shape));
  return { migratedTo: await migratedToOf(client), tables, sequences };
}

/** @throws BackupError when the file differs from what was written */
async function readTable(folder: string, table: DumpedTable, into: Writable): Promise<void> {
  const [hash, count] = [hashStream(), rowCounter()];
  await pipeline(createReadStream(pathsIn(folder).table(table)), createGunzip(), count.through, hash.through, into);
  if (hash.digest() !== table.sha256 || count.rows() !== table.rows)
    throw new BackupError(`The table ${table.name} in this backup is damaged. Nothing was changed. Use another backup.`);
}

/** @throws BackupError when a table's file is missing or damaged */
export async function assertTablesComplete(folder: string, tables: readonly DumpedTable[]): Promise<void> {
  for (const table of tables) {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    await readTable(folder, table, sink).catch((error: unknown) => {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The table ${table.name} in this backup cannot be read. Nothing was changed. Use another backup.`, {
        cause: error,
      });
    });
  }
}

interface ForeignKey {
  relation: string;
  name: string;
  definition: string;
}

interface Trigger {
  relation: string;
  name: string;
  /** The firing mode, as in `alter table`: triggers that fire in every session must do so again. */
  enabling: string;
}

/** Rows are restored table by table: until all are there, foreign keys are dropped and triggers disabled. */
async function withoutForeignKeysAndTriggers(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  const { rows: triggers } = await client.query<Trigger>(
    `select tgrelid::regclass::text as relation, quote_ident(tgname) as name,
       case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enabling
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D' and tgparentid = 0`,
  );
  for (const { relation, name } of keys) await client.query(`alter table ${relation} drop constraint ${name}`);
  for (const { relation, name } of triggers) await client.query(`alter table ${relation} disable trigger ${name}`);
  await work();
  for (const { relation, name, enabling } of triggers) await client.query(`alter table ${relation} ${enabling} trigger ${name}`);
  for (const { relation, name, definition } of keys) await client.query(`alter table ${relation} add constraint ${name} ${definition}`);
}

/** Restores the jobs whose queues still exist. Active jobs are retried, because their workers are gone. */
async function restoreJobs(client: pg.ClientBase, folder: string, dumped: DumpedTable): Promise<void> {
  const existingColumns = new Set((await shapesOf(client, jobs.schema)).find(isJobs)?.columns);
  const commonColumns = columnsOf({ columns: dumped.columns.filter((column) => existingColumns.has(column)) });
  await client.query(`create temp table taken_jobs on commit drop as select ${columnsOf(dumped)} from ${nameOf(jobs)} with no data`);
  await readTable(folder, dumped, client.query(copyFrom(`copy taken_jobs (${columnsOf(dumped)}) from stdin`)));
  await client.query(`update taken_jobs set state = 'retry' where state = 'active'`);
  await client.query(
    `insert into ${nameOf(jobs)} (${commonColumns}) select ${commonColumns} from taken_jobs t where exists (select from ${quoted(jobs.schema)}.queue q where q.name = t.name)`,
  );
}

/**
 * Replaces all rows by those of the backup, in one transaction. The database has the backup's schema and its queues.
 * @throws BackupError when a table is damaged
 */
export async function restoreTables(client: pg.ClientBase, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const [jobTable, siteTables] = [tables.find(isJobs), tables.filter((table) => !isJobs(table))];
  await client.query('begin');
  try {
    await withoutForeignKeysAndTriggers(client, async () => {
      await client.query(`truncate ${siteTables.map(nameOf).join(', ')}`);
      for (const table of siteTables)
        await readTable(folder, table, client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`)));
    });
    for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [name, value]);
    if (jobTable) await restoreJobs(client, folder, jobTable);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
