import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import * as schema from '@server/platform/db/schema/schema';
import type { ErasureSubject } from './rule';
import { erasureRules } from './rules';

const all: unknown[] = Object.values(schema);
const tables = all.filter((one): one is PgTable => is(one, PgTable));
const nameOf = (table: PgTable): string => getTableConfig(table).name;
/** Numbers, flags, instants and ids contain no personal data by themselves. */
const nonPersonalTypes = /^(uuid|integer|smallint|bigint|numeric|boolean|timestamp)/;
const mayHoldPersonalData = (column: PgColumn): boolean =>
  !nonPersonalTypes.test(column.getSQLType()) || column.getSQLType().endsWith('[]');
const subject: ErasureSubject = { id: 'id', emails: [], names: [], at: new Date(0) };

describe('the rules of an erasure', () => {
  it('cover every table once', () => {
    // A new table belongs in one of `rules.*.ts`: its rows are deleted, emptied, or may stay for a reason.
    expect(erasureRules.map(({ table }) => nameOf(table)).sort()).toEqual(tables.map(nameOf).sort());
  });

  it('each delete, empty or keep something', () => {
    const rulesWithoutEffect = erasureRules.filter(({ deletedRows, emptied, keepReasons }) => !deletedRows && !emptied && !keepReasons);
    expect(rulesWithoutEffect.map(({ table }) => nameOf(table))).toEqual([]);
  });

  it('cover every text column of rows that stay', () => {
    const uncovered = erasureRules.flatMap(({ table, emptied = [], keepReasons }) => {
      // All rows of the account are deleted.
      if (emptied.length === 0 && keepReasons === undefined) return [];
      if (keepReasons && '*' in keepReasons) return [];
      const set = emptied.flatMap((one) => Object.keys(typeof one.set === 'function' ? one.set(subject) : one.set));
      const known = new Set([...set, ...Object.keys(keepReasons ?? {})]);
      return Object.entries(getTableColumns(table))
        .filter(([key, column]) => mayHoldPersonalData(column) && !known.has(key))
        .map(([key]) => `${nameOf(table)}.${key}`);
    });
    expect(uncovered).toEqual([]);
  });

  it('name only existing columns', () => {
    const unknown = erasureRules.flatMap(({ table, emptied = [], keepReasons = {} }) => {
      const keys = new Set([...Object.keys(getTableColumns(table)), '*']);
      const set = emptied.flatMap((one) => Object.keys(typeof one.set === 'function' ? one.set(subject) : one.set));
      return [...set, ...Object.keys(keepReasons)].filter((key) => !keys.has(key)).map((key) => `${nameOf(table)}.${key}`);
    });
    expect(unknown).toEqual([]);
  });
});
