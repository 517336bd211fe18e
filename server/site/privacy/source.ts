/** The definition of one part of an archive. */
import { eq, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db';

export interface ExportSource {
  /** The name of its files in the archive. */
  name: string;
  title: string;
  /** One sentence for the person who reads the archive. */
  about: string;
  table: PgTable;
  /** Columns that name an account: a row belongs to the account that one of them names. */
  owners: readonly PgColumn[];
  /** A condition for rows that belong to the account through other rows of it. */
  ownerCondition?: (db: Db, accountId: string) => SQL;
  /** Keys of columns that are not exported: secrets that grant access, and other people's data. */
  omit?: readonly string[];
  /** Expressions exported in place of columns. */
  overrides?: (accountId: string) => Record<string, SQL>;
  /** Keys of columns that name other people; their names are added. */
  people?: readonly string[];
}

/** The condition that a row belongs to the account. */
export function belongsTo(
  { owners, ownerCondition }: Pick<ExportSource, 'owners' | 'ownerCondition'>,
  db: Db,
  accountId: string,
): SQL | undefined {
  return or(...owners.map((column) => eq(column, accountId)), ownerCondition?.(db, accountId));
}

/** For rows that belong to rows of the account: `column` references the `key` of `parent`, whose `owner` is the account. */
export const ownedThrough =
  (column: PgColumn, parent: PgTable, key: PgColumn, owner: PgColumn) =>
  (db: Db, accountId: string): SQL =>
    inArray(column, db.select({ key }).from(parent).where(eq(owner, accountId)));
