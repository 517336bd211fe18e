/** All columns that reference an account: tests compare the data export and the erasure with them. */
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable, PgUUID, type PgColumn } from 'drizzle-orm/pg-core';
import { accounts } from '@server/platform/db/schema/accounts';
import * as schema from '@server/platform/db/schema/schema';

/** Names of columns with an account id that have no foreign key. */
const accountIdNames =
  /^(account|owner|user|performer|author|sender|receiver|follower|blocker|other|actor|fan|by|operator|member|reporter|helper)Id$/;

export interface AccountReference {
  table: PgTable;
  column: PgColumn;
  /** For example `messages.senderId`. */
  name: string;
}

/** The name of a column as in the code. */
export function nameOfColumn(table: PgTable, column: PgColumn): string {
  const key = Object.entries(getTableColumns(table)).find(([, candidate]) => candidate === column)?.[0] ?? column.name;
  return `${getTableConfig(table).name}.${key}`;
}

function referencesOf(table: PgTable): AccountReference[] {
  const { foreignKeys } = getTableConfig(table);
  const keys = foreignKeys.map((key) => key.reference()).filter(({ foreignTable }) => foreignTable === accounts);
  const declared = new Set<PgColumn>(keys.flatMap(({ columns }) => columns));
  return Object.entries(getTableColumns(table))
    .filter(([key, column]) => declared.has(column) || (is(column, PgUUID) && accountIdNames.test(key)))
    .map(([, column]) => ({ table, column, name: nameOfColumn(table, column) }));
}

/** Every column with an account id, in all tables of the modules, including the id of the account itself. */
export function accountReferences(): AccountReference[] {
  const all: unknown[] = Object.values(schema);
  const tables = all.filter((candidate): candidate is PgTable => is(candidate, PgTable));
  return [{ table: accounts, column: accounts.id, name: 'accounts.id' }, ...tables.flatMap(referencesOf)];
}
