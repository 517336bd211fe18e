/** Searching rows by the names of people. */
import { asc, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inTransaction, type Context } from '../../platform/context';
import { containsIndexed, escapeLike } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { refoldAll } from '../../platform/jobs/refold';
import { searchable, searchVersion, searchableQuery } from '../../platform/words/searchable';

/** The two people of a row, and which of them the list is already limited to. */
export interface RowPeople {
  user: PgColumn;
  performer: PgColumn;
  userId?: string | undefined;
  performerId?: string | undefined;
}

/** The search key columns of a name. */
export const searchKeyOf = (name: string) => ({ nameKey: searchable(name), nameVersion: searchVersion });

/** A condition: `q` occurs in the account's name (both folded for search) or in its username. */
export function nameMatches(q: string): SQL | undefined {
  const typed = searchableQuery(q);
  const inUsername = containsIndexed(accounts.username, q);
  return typed === '' ? inUsername : or(like(accounts.nameKey, `%${escapeLike(typed)}%`), inUsername);
}

/** The ids of accounts that match, as a subquery. */
export const accountIdsByName = (ctx: Pick<Context, 'db'>, q: string) =>
  ctx.db.select({ id: accounts.id }).from(accounts).where(nameMatches(q));

/**
 * A condition: `q` occurs in the name or username of a person of the row. A list that is limited to one side is searched by the other.
 * Undefined without `q`.
 */
export function anyNameMatches(
  ctx: Pick<Context, 'db'>,
  q: string | undefined,
  { user, performer, userId, performerId }: RowPeople,
): SQL | undefined {
  if (q === undefined) return undefined;
  const named = accountIdsByName(ctx, q);
  if ((userId === undefined) === (performerId === undefined)) return or(inArray(user, named), inArray(performer, named));
  return inArray(userId === undefined ? user : performer, named);
}

/** Rows per transaction. */
const batch = 500;

async function refoldBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .select({ id: accounts.id, name: accounts.name })
      .from(accounts)
      .where(lt(accounts.nameVersion, searchVersion))
      .orderBy(asc(accounts.id))
      .limit(batch)
      .for('no key update', { skipLocked: true });
    if (rows.length === 0) return 0;
    const [ids, keys] = [rows.map(({ id }) => id), rows.map(({ name }) => searchable(name))];
    await tx.db.execute(sql`update ${accounts} a set name_key = folded.key, name_version = ${searchVersion}
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(keys)}::text[]) as folded (id, key) where folded.id = a.id`);
    return rows.length;
  });
}

/** Recomputes search keys written by an older version of `searchable`. Returns how many. */
export const refoldNames = (ctx: Context): Promise<number> => refoldAll(ctx, refoldBatch);
