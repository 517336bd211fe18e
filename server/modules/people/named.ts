/** Finding rows by the people in them. */
import { inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../context';
import { contains } from '../../db/paging';
import { accounts } from '../../db/schema/schema';

/** The two sides of a row, and who was chosen of each. */
export interface Sides {
  user: PgColumn;
  performer: PgColumn;
  userId?: string | undefined;
  performerId?: string | undefined;
}

/** The ids of accounts in whose name or username `q` stands, as part of a query. */
export const accountsNamed = (ctx: Pick<Context, 'db'>, q: string) =>
  ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(contains(accounts.name, q), contains(accounts.username, q)));

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
