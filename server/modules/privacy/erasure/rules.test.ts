import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import * as schema from '@server/platform/db/schema/schema';
import type { Her } from './rule';
import { rules } from './rules';

const all: unknown[] = Object.values(schema);
const tables = all.filter((one): one is PgTable => is(one, PgTable));
const nameOf = (table: PgTable): string => getTableConfig(table).name;
/** Numbers, flags, instants and ids say nothing of anybody by themselves. */
const saysNothing = /^(uuid|integer|smallint|bigint|numeric|boolean|timestamp)/;
const canSay = (column: PgColumn): boolean => !saysNothing.test(column.getSQLType()) || column.getSQLType().endsWith('[]');
const her: Her = { id: 'id', emails: [], names: [], at: new Date(0) };

describe('the rules of an erasure', () => {
  it('say of every table once what becomes of it', () => {
    // A new table belongs into one of `rules.*.ts`: its rows go, are emptied, or may stay for a reason.
    expect(rules.map(({ table }) => nameOf(table)).sort()).toEqual(tables.map(nameOf).sort());
  });

  it('say of every column with words of a row that stays what becomes of it', () => {
    const forgotten = rules.flatMap(({ table, emptied = [], stays }) => {
      // All of hers goes.
      if (emptied.length === 0 && stays === undefined) return [];
      if (stays && '*' in stays) return [];
      const set = emptied.flatMap((one) => Object.keys(typeof one.set === 'function' ? one.set(her) : one.set));
      const known = new Set([...set, ...Object.keys(stays ?? {})]);
      return Object.entries(getTableColumns(table))
        .filter(([key, column]) => canSay(column) && !known.has(key))
        .map(([key]) => `${nameOf(table)}.${key}`);
    });
    expect(forgotten).toEqual([]);
  });

  it('name no column that is not there', () => {
    const unknown = rules.flatMap(({ table, emptied = [], stays = {} }) => {
      const keys = new Set([...Object.keys(getTableColumns(table)), '*']);
      const set = emptied.flatMap((one) => Object.keys(typeof one.set === 'function' ? one.set(her) : one.set));
      return [...set, ...Object.keys(stays)].filter((key) => !keys.has(key)).map((key) => `${nameOf(table)}.${key}`);
    });
    expect(unknown).toEqual([]);
  });
});
