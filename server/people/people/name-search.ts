/** Finding rows by the people in them. */
import { asc, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inTransaction, type Context } from '../../platform/context';
import { contains, literal } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/schema';
import { refoldAll } from '../../platform/jobs/refold';
import { searchable, searchVersion, typedWords } from '../../platform/words/searchable';

/** The two sides of a row, and who was chosen of each. */
export interface Sides {
  user: PgColumn;
  performer: PgColumn;
  userId?: string | undefined;
  performerId?: string | undefined;
}

/** The columns by which a name is found. */
export const nameKeyOf = (name: string) => ({ nameKey: searchable(name), nameVersion: searchVersion });

/** The condition that an account is called so: `q` stands in its name, as search folds both, or in its username. */
export function isCalled(q: string): SQL | undefined {
  const typed = typedWords(q);
  const inUsername = contains(accounts.username, q);
  return typed === '' ? inUsername : or(like(accounts.nameKey, `%${literal(typed)}%`), inUsername);
}

/** The ids of accounts that are called so, as part of a query. */
export const accountsNamed = (ctx: Pick<Context, 'db'>, q: string) => ctx.db.select({ id: accounts.id }).from(accounts).where(isCalled(q));

/**
 * A condition that `q` stands in the name or username of somebody in the row: of either side, or of the one that is not chosen
 * already, for a list of one person's own is searched for the others. Undefined without `q`.
 */
export function namedLike(
  ctx: Pick<Context, 'db'>,
  q: string | undefined,
  { user, performer, userId, performerId }: Sides,
): SQL | undefined {
  if (q === undefined) return undefined;
  const named = accountsNamed(ctx, q);
  if ((userId === undefined) === (performerId === undefined)) return or(inArray(user, named), inArray(performer, named));
  return inArray(userId === undefined ? user : performer, named);
}

/** Rows of one transaction. */
const batch = 500;

async function refoldSome(ctx: Context): Promise<number> {
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

/** Folds the names that an older version of `searchable` folded. Answers how many that were. */
export const refoldNames = (ctx: Context): Promise<number> => refoldAll(ctx, refoldSome);
