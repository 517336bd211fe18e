/**
 * Named prepared statements, which a connection parses and plans once: for queries of nearly every request, where planning costs
 * more than execution. Values are passed as placeholders.
 */
import { fillPlaceholders, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { PgDialect, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { clientOf, replaceRowMapping } from './builder-internals';
import type { Db } from './db';
import { rowMapper } from './row-mapper';

const casing = 'snake_case';
const dialect = new PgDialect({ casing });
const names = new CasingCache(casing);

/** Runs the statement on a database or a transaction. */
export type Prepared<Values extends object, Row> = (db: Db, values: Values) => Promise<Row[]>;

/** Type OIDs returned as text: dates, timestamps, intervals, and arrays of these and of numeric. The driver would convert them. */
const asText = new Set<number>([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);
const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (value: unknown) => unknown;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => (asText.has(oid) ? (value: unknown) => value : parserOf(oid, format)),
};

/**
 * Prepares `statement` under a unique name. Rows are the driver's: instants, amounts and shares are text, column names are those of
 * the database. It bypasses the query builder, whose overhead is as large as the query itself.
 */
export function prepared<Values extends object, Row extends object>(name: string, statement: SQL): Prepared<Values, Row> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const { rows } = await clientOf(db).query<Row>({
      name,
      text,
      types,
      values: fillPlaceholders(params, values as Record<string, unknown>),
    });
    return rows;
  };
}

/**
 * Prepares a statement for several ids: `build` gets the `ids` as a table. It is prepared for up to 1, 2, 4, … ids, each with a
 * `limit` in its text. Without it the planner assumes ten rows for an array of unknown length, and then prefers a custom plan each
 * time because the actual ids are fewer.
 */
export function preparedForEach<Values extends { ids: readonly string[] }, Row extends object>(
  name: string,
  build: (idTable: SQL) => SQL,
): Prepared<Values, Row> {
  const bySize = new Map<number, Prepared<Values, Row>>();
  return (db, values) => {
    const maxIds = 2 ** Math.ceil(Math.log2(Math.max(1, values.ids.length)));
    const statement = bySize.get(maxIds) ?? prepared(`${name}_${maxIds}`, build(idTable(maxIds)));
    bySize.set(maxIds, statement);
    return statement(db, values);
  };
}

const idTable = (maxIds: number): SQL => sql`(select unnest(${sql.placeholder('ids')}::uuid[]) as id limit ${sql.raw(String(maxIds))})`;

/** A statement that the query builder has prepared. */
interface BuiltQuery<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}
type PreparedSelect<Values extends object, Rows> = (db: Db, values: Values) => Promise<Rows>;

/**
 * Prepares a selection of the query builder, with the builder's row types, under a unique name. It is built once per database,
 * because building a wide selection costs more than running it; in a transaction it is built each time.
 */
export function preparedSelect<Values extends object, Rows>(
  name: string,
  build: (db: Db) => { prepare(name: string): BuiltQuery<Rows> },
): PreparedSelect<Values, Rows> {
  const cache = new WeakMap<Db, BuiltQuery<Rows>>();
  let mapRows: ReturnType<typeof rowMapper> | undefined;
  return (db, values) => {
    const query = cache.get(db) ?? build(db).prepare(name);
    cache.set(db, query);
    replaceRowMapping(query, (fields, joinsNotNullable) => (mapRows ??= rowMapper(fields, joinsNotNullable)));
    return query.execute(values as Record<string, unknown>);
  };
}

type Columns<T extends PgTable> = keyof T['$inferInsert'] & keyof T['_']['columns'] & string;

/** Prepares the insertion of one row with these columns; all others get their defaults. */
export function preparedInsert<T extends PgTable, const C extends Columns<T>>(
  name: string,
  table: T,
  columns: readonly C[],
): Prepared<Required<Pick<T['$inferInsert'], C>>, never> {
  const columnsByKey = new Map(Object.entries<PgColumn>(getTableColumns(table)));
  const chosen = columns.map((key) => {
    const column = columnsByKey.get(key);
    if (!column) throw new Error(`there is no column ${key} for ${name}`);
    return { column: sql.identifier(names.getColumnCasing(column)), value: sql.param(sql.placeholder(key), column) };
  });
  const list = (part: 'column' | 'value'): SQL =>
    sql.join(
      chosen.map((entry) => entry[part]),
      sql`, `,
    );
  return prepared(name, sql`insert into ${table} (${list('column')}) values (${list('value')})`);
}
