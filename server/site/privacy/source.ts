/** What one part of somebody's archive is made of. */
import { eq, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db';

export interface Source {
  /** The name of its files in the archive. */
  name: string;
  title: string;
  /** One sentence for its reader. */
  about: string;
  table: PgTable;
  /** Columns that name an account: rows in which one of them names her are hers. */
  owners: readonly PgColumn[];
  /** Rows that are hers by something else that is hers. */
  of?: (db: Db, accountId: string) => SQL;
  /** Keys of columns that stay here: secrets that open something, and what is another's. */
  without?: readonly string[];
  /** What is given in the place of a column. */
  instead?: (accountId: string) => Record<string, SQL>;
  /** Keys of columns that name other people, who are given their names beside. */
  people?: readonly string[];
}

/** The condition that a row belongs to the account. */
export function belongsTo({ owners, of }: Pick<Source, 'owners' | 'of'>, db: Db, accountId: string): SQL | undefined {
  return or(...owners.map((column) => eq(column, accountId)), of?.(db, accountId));
}

/** For rows that hang on rows that are hers: `column` names one of the `key`s of `parent` where `owner` names her. */
export const through =
  (column: PgColumn, parent: PgTable, key: PgColumn, owner: PgColumn) =>
  (db: Db, accountId: string): SQL =>
    inArray(column, db.select({ key }).from(parent).where(eq(owner, accountId)));
