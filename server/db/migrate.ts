/** Brings a database to the shape that this version of the host expects. */
import { resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any fixed number will do, as long as nothing else in the database uses it as an advisory lock. */
const lockId = 4_046_170_215;
const migrations = resolve('server/db/migrations');

/**
 * Runs the migrations that `url` has not seen yet: all of them or none. Safe when several hosts start at once: one
 * migrates, the others wait for it and then find nothing to do.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockId]);
    await runMigrations(drizzle(client), { migrationsFolder: migrations });
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}
