/**
 * Checks the pooler's configuration at startup. Mistakes would otherwise cause errors only occasionally, or go unnoticed: statements
 * without a timeout, searches with another similarity threshold, prepared statements that a session does not have.
 */
import pg from 'pg';
import type { Config } from '../../../kernel/config';
import { databaseCode, sessionSettings } from '../db';
import { PoolerMisconfigured } from '../start-errors';

interface SessionState {
  server: string;
  timeout: string;
  similarity: string | null;
}

const query = `select concat_ws(' ', current_database(), extract(epoch from pg_postmaster_start_time())) as server,
  current_setting('statement_timeout') as timeout, current_setting('pg_trgm.word_similarity_threshold', true) as similarity`;

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const stateAt = (url: string): Promise<SessionState | undefined> =>
  withConnection(url, async (client) => (await client.query<SessionState>(query)).rows[0]);

/**
 * Two connections prepare a statement with the same name. If the pooler assigns them one session and does not track prepared
 * statements, the second fails.
 */
async function supportsPreparedStatements(url: string): Promise<boolean> {
  const prepare = (client: pg.Client): Promise<unknown> => client.query({ name: 'footlight_probe', text: 'select 1' });
  try {
    await withConnection(url, (client) => prepare(client).then(() => withConnection(url, prepare)));
    return true;
  } catch (error) {
    // Duplicate or unknown prepared statement.
    if (['42P05', '26000'].includes(databaseCode(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Asserts that the pooler has the required session settings and handling of prepared statements.
 * @throws PoolerMisconfigured
 */
export async function assertPooler(url: string, pooler: NonNullable<Config['pooler']>): Promise<void> {
  const [pooled, direct] = [await stateAt(url), await stateAt(pooler.directUrl)];
  const { statementTimeout_ms, wordSimilarity } = sessionSettings;
  const problems: string[] = [];
  if (pooled?.server !== direct?.server) problems.push('it connects to a different database than DATABASE_DIRECT_URL');
  const settings = [
    ...(pooled?.timeout === '0' ? [`statement_timeout = ${String(statementTimeout_ms)}`] : []),
    ...(Number(pooled?.similarity) === wordSimilarity ? [] : [`pg_trgm.word_similarity_threshold = ${String(wordSimilarity)}`]),
  ];
  if (settings.length > 0) problems.push(`its sessions need connect_query='${settings.map((setting) => `set ${setting}`).join('; ')}'`);
  if (pooler.supportsPreparedStatements && !(await supportsPreparedStatements(url)))
    problems.push(
      'it does not support prepared statements: set max_prepared_statements (PgBouncer 1.21 or later), or DATABASE_PREPARED_STATEMENTS=0',
    );
  if (problems.length > 0) throw new PoolerMisconfigured(problems);
}
