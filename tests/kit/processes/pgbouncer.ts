/** Runs deploy/pgbouncer.ini, the sample configuration, as it is: only its addresses and folders are replaced. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serverUser } from '@server/platform/db/engine/server-user';
import { eventually } from '../timing/eventually';
import { freePort } from './ports';

/** PGBOUNCER_PATH names another build, for manual tests. */
const program = process.env['PGBOUNCER_PATH'] ?? 'pgbouncer';
const version = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout);

/** Whether this machine has the pooler. */
export const hasPgbouncer = version !== null;
/** Versions before 1.21 do not support prepared statements. */
export const supportsPreparedStatements = version !== null && (Number(version[1]) > 1 || Number(version[2]) >= 21);

/** A pattern in the sample, and its replacement. */
export type ConfigEdit = [pattern: RegExp, replacement: string];

export interface TestPgbouncer {
  /** The environment of a site behind the pooler. */
  environment: Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_PREPARED_STATEMENTS', string>;
  close(): Promise<void>;
}

const local = '127.0.0.1';

/** Replaces what the sample's header says to replace; a missing placeholder is a bug of the sample. */
function sampleFor(folder: string, port: number, database: URL, edits: readonly ConfigEdit[]): string {
  const replacements: [string, string][] = [
    ['host=10.0.0.31 port=5432 dbname=footlight', `host=${database.hostname} port=${database.port} dbname=${database.pathname.slice(1)}`],
    ['listen_addr = 10.0.0.30', `listen_addr = ${local}`],
    ['listen_port = 6432', `listen_port = ${String(port)}`],
    ['/etc/pgbouncer', folder],
  ];
  const sample = replacements.reduce(
    (text, [placeholder, value]) => {
      if (!text.includes(placeholder)) throw new Error(`the sample has no ${placeholder}`);
      return text.replace(placeholder, value);
    },
    // The header contains the placeholders too.
    readFileSync('deploy/pgbouncer.ini', 'utf8').replaceAll(/^;.*\n/gm, ''),
  );
  return edits.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), sample);
}

/** Starts it in front of the database at `url`; `edits` change the sample. */
export async function startPgbouncer(url: string, edits: readonly ConfigEdit[] = []): Promise<TestPgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-pgbouncer-'));
  const [port, database] = [await freePort(), new URL(url)];
  const versionEdits: ConfigEdit[] = supportsPreparedStatements ? [] : [[/^max_prepared_statements.*$/m, '']];
  const files = { 'pgbouncer.ini': sampleFor(folder, port, database, [...versionEdits, ...edits]), 'userlist.txt': '' };
  files['userlist.txt'] = `"${decodeURIComponent(database.username)}" "${decodeURIComponent(database.password)}"\n`;
  // Like PostgreSQL, PgBouncer does not run as root.
  const user = serverUser(join(folder, 'none'));
  if (user) chownSync(folder, user.uid, user.gid);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o644 });
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const pooled = new URL(url);
  [pooled.hostname, pooled.port, pooled.pathname] = [local, String(port), '/footlight'];
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${stderr}`);
    const client = new pg.Client({ connectionString: pooled.href });
    try {
      await client.connect();
    } catch (error) {
      throw new Error(`pgbouncer does not respond: ${stderr}`, { cause: error });
    } finally {
      await client.end();
    }
  });
  return {
    environment: {
      DATABASE_URL: pooled.href,
      DATABASE_DIRECT_URL: url,
      DATABASE_PREPARED_STATEMENTS: String(Number(supportsPreparedStatements)),
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
