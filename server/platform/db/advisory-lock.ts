import { sql } from 'drizzle-orm';
import type { Db } from './db';

/**
 * Waits until no other transaction has the turn of this name, and keeps it until the transaction of `db` ends: for what is counted or
 * replaced as a whole, where there is no row yet that could be held.
 */
export async function takeTurn(db: Db, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
