import { sql } from 'drizzle-orm';
import type { Db } from './db';

/**
 * Takes the advisory lock `name` until the transaction of `db` ends. For checks and replacements that span several rows, where no
 * row exists yet that could be locked.
 */
export async function takeAdvisoryLock(db: Db, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
