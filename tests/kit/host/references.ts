/** Which columns of which tables name an account: what an export gives and an erasure takes is measured against them. */
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable, PgUUID, type PgColumn } from 'drizzle-orm/pg-core';
import { accounts } from '@server/platform/db/schema/schema';
import * as schema from '@server/platform/db/schema/schema';

/** Columns that hold an account's id without saying so to the database, by their names. */
const named =
  /^(account|owner|user|performer|author|sender|receiver|follower|blocker|other|actor|fan|by|operator|member|reporter|helper)Id$/;

export interface Reference {
  table: PgTable;
  column: PgColumn;
  /** Reads like `messages.senderId`. */
  name: string;
}

/** The name of a column of a table, as the code has it. */
export function nameOfColumn(table: PgTable, column: PgColumn): string {
  const key = Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0] ?? column.name;
  return `${getTableConfig(table).name}.${key}`;
}

function referencesOf(table: PgTable): Reference[] {
  const { foreignKeys } = getTableConfig(table);
  const keys = foreignKeys.map((key) => key.reference()).filter(({ foreignTable }) => foreignTable === accounts);
  const declared = new Set<PgColumn>(keys.flatMap(({ columns }) => columns));
  return Object.entries(getTableColumns(table))
    .filter(([key, column]) => declared.has(column) || (is(column, PgUUID) && named.test(key)))
    .map(([, column]) => ({ table, column, name: nameOfColumn(table, column) }));
}

/** Every such column of every table that modules use. The account's own row names itself. */
export function accountReferences(): Reference[] {
  const all: unknown[] = Object.values(schema);
  const tables = all.filter((one): one is PgTable => is(one, PgTable));
  return [{ table: accounts, column: accounts.id, name: 'accounts.id' }, ...tables.flatMap(referencesOf)];
}
