/**
 * The tables of a site as PostgreSQL's own COPY text: dumped in one snapshot while the site goes on, and taken in by one
 * transaction, after which every foreign key has been checked anew. Needs no program besides the database.
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
import { BackupRefused, hashing, ownerOnly, placesIn, type DumpedTable, type Manifest } from './manifest';

/** The queue makes its tables itself; of it, only the jobs that are still to be done, or that failed, are kept. */
const jobs = { schema: jobsSchema, name: 'job' } as const;
const isJobs = ({ schema, name }: { schema: string; name: string }): boolean => schema === jobs.schema && name === jobs.name;
const unfinished = `state not in ('completed', 'cancelled') and name not like '\\_\\_%'`;

/** What is half uploaded lies on the host's disk and is not kept. */
const leftOut = ['uploads'];
const newline = '\n'.charCodeAt(0);

type Shape = Pick<DumpedTable, 'schema' | 'name' | 'columns'>;

const quoted = (name: string): string => pg.escapeIdentifier(name);
const nameOf = ({ schema, name }: Pick<Shape, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`;
const columnsOf = ({ columns }: Pick<Shape, 'columns'>): string => columns.map(quoted).join(', ');

/** The tables of a schema with the columns that can be written. */
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

/** Counts the rows of COPY text: it has one line a row. */
function counting(): { through: Transform; rows(): number } {
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
  const path = placesIn(folder).table(shape);
  await mkdir(dirname(path), { recursive: true, mode: ownerOnly.folder });
  const [hash, count] = [hashing(), counting()];
  const rows = `select ${columnsOf(shape)} from ${nameOf(shape)} ${isJobs(shape) ? `where ${unfinished}` : ''}`;
  const bytes = client.query(copyTo(`copy (${rows}) to stdout`));
  await pipeline(bytes, count.through, hash.through, createGzip(), createWriteStream(path, { mode: ownerOnly.file }));
  return { ...shape, rows: count.rows(), sha256: hash.digest() };
}

/** When the youngest migration was written that the database has seen; 0 when it has seen none. */
export async function migratedToOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return Number(rows[0]?.at ?? 0);
}

/** Writes every table below `folder`, as the client's transaction sees them. */
export async function dumpTables(client: pg.ClientBase, folder: string): Promise<Pick<Manifest, 'migratedTo' | 'tables' | 'sequences'>> {
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  const shapes = [...(await shapesOf(client, 'public')), ...(await shapesOf(client, jobs.schema)).filter(isJobs)];
  const tables: DumpedTable[] = [];
  for (const shape of shapes.filter(({ name }) => !leftOut.includes(name))) tables.push(await dumpTable(client, folder, shape));
  return { migratedTo: await migratedToOf(client), tables, sequences };
}

/** @throws BackupRefused when what the file holds is not what was written */
async function readTable(folder: string, table: DumpedTable, into: Writable): Promise<void> {
  const [hash, count] = [hashing(), counting()];
  await pipeline(createReadStream(placesIn(folder).table(table)), createGunzip(), count.through, hash.through, into);
  if (hash.digest() !== table.sha256 || count.rows() !== table.rows)
    throw new BackupRefused(`The table ${table.name} of this backup is damaged. Nothing was changed; use another backup.`);
}

/** @throws BackupRefused when a table's file is missing or damaged */
export async function assertTablesWhole(folder: string, tables: readonly DumpedTable[]): Promise<void> {
  for (const table of tables) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await readTable(folder, table, nowhere).catch((error: unknown) => {
      if (error instanceof BackupRefused) throw error;
      throw new BackupRefused(`The table ${table.name} of this backup cannot be read. Nothing was changed; use another backup.`, {
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
  /** How it fires, as `alter table` says it: some hold in every session and must do so again. */
  enabling: string;
}

/** Rows come table after table: until all are there, none is asked what it refers to, and none is refused for coming by itself. */
async function withoutTriggers(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
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

/** Puts back the jobs whose queues there are: whoever worked on one is gone, so it is tried again. */
async function takeJobs(client: pg.ClientBase, folder: string, dumped: DumpedTable): Promise<void> {
  const here = new Set((await shapesOf(client, jobs.schema)).find(isJobs)?.columns);
  const known = columnsOf({ columns: dumped.columns.filter((column) => here.has(column)) });
  await client.query(`create temp table taken_jobs on commit drop as select ${columnsOf(dumped)} from ${nameOf(jobs)} with no data`);
  await readTable(folder, dumped, client.query(copyFrom(`copy taken_jobs (${columnsOf(dumped)}) from stdin`)));
  await client.query(`update taken_jobs set state = 'retry' where state = 'active'`);
  await client.query(
    `insert into ${nameOf(jobs)} (${known}) select ${known} from taken_jobs t where exists (select from ${quoted(jobs.schema)}.queue q where q.name = t.name)`,
  );
}

/**
 * Replaces all rows by those of the backup, in one transaction. The database has the shape that the backup had, and its queues.
 * @throws BackupRefused when a table is damaged
 */
export async function takeTables(client: pg.ClientBase, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const [queued, own] = [tables.find(isJobs), tables.filter((table) => !isJobs(table))];
  await client.query('begin');
  try {
    await withoutTriggers(client, async () => {
      await client.query(`truncate ${own.map(nameOf).join(', ')}`);
      for (const table of own)
        await readTable(folder, table, client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`)));
    });
    for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [name, value]);
    if (queued) await takeJobs(client, folder, queued);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
