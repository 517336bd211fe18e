/**
 * Statements that a connection plans once and then knows by their name: for what nearly every request asks, where planning
 * costs more than doing. Values come by placeholders.
 */
import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { QueryResult } from 'pg';
import type { Db } from './db';

const casing = 'snake_case';
const dialect = new PgDialect({ casing });
const names = new CasingCache(casing);

/** Runs the statement on a database or a transaction. */
export type Prepared<Values extends object, Row> = (db: Db, values: Values) => Promise<Row[]>;

/**
 * Prepares `statement` under a name that no other has. Rows come as the driver reads them: instants, amounts and shares are
 * text, names of columns stay as the database has them.
 */
export function prepared<Values extends object, Row extends object>(name: string, statement: SQL): Prepared<Values, Row> {
  const query = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const ready = db._.session.prepareQuery<{ execute: QueryResult<Row>; all: never; values: never }>(query, undefined, name, false);
    return (await ready.execute(values as Record<string, unknown>)).rows;
  };
}

/** A statement of the query builder, put together. */
interface Ready<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}
type Selected<Values extends object, Rows> = (db: Db, values: Values) => Promise<Rows>;

/**
 * Prepares what the query builder makes, with rows as it reads them, under a name that no other has. It is put together once for
 * a database, which of a wide selection costs more than asking it; in a transaction anew.
 */
export function preparedSelect<Values extends object, Rows>(
  name: string,
  build: (db: Db) => { prepare(name: string): Ready<Rows> },
): Selected<Values, Rows> {
  const known = new WeakMap<Db, Ready<Rows>>();
  return (db, values) => {
    const ready = known.get(db) ?? build(db).prepare(name);
    known.set(db, ready);
    return ready.execute(values as Record<string, unknown>);
  };
}

type Columns<T extends PgTable> = keyof T['$inferInsert'] & keyof T['_']['columns'] & string;

/** Prepares the insertion of one row of these columns; all others keep their defaults. */
export function preparedInsert<T extends PgTable, const C extends Columns<T>>(
  name: string,
  table: T,
  columns: readonly C[],
): Prepared<Required<Pick<T['$inferInsert'], C>>, never> {
  const known = getTableColumns(table);
  const chosen = columns.map((key) => {
    const column = known[key];
    if (!column) throw new Error(`there is no column ${key} for ${name}`);
    return { column: sql.identifier(names.getColumnCasing(column)), value: sql.param(sql.placeholder(key), column) };
  });
  const list = (part: 'column' | 'value'): SQL =>
    sql.join(
      chosen.map((one) => one[part]),
      sql`, `,
    );
  return prepared(name, sql`insert into ${table} (${list('column')}) values (${list('value')})`);
}
