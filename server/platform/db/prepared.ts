/**
 * Statements that a connection plans once and then knows by their name: for what nearly every request asks, where planning
 * costs more than doing. Values come by placeholders.
 */
import { fillPlaceholders, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { PgDialect, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from './db';
import { rowMapper, type SelectedField } from './row-mapper';

const casing = 'snake_case';
const dialect = new PgDialect({ casing });
const names = new CasingCache(casing);

/** Runs the statement on a database or a transaction. */
export type Prepared<Values extends object, Row> = (db: Db, values: Values) => Promise<Row[]>;

/** Instants, days, lengths of time, and arrays of them and of shares: the driver would make of them what they are not. */
const asText = new Set<number>([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);
const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (value: unknown) => unknown;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => (asText.has(oid) ? (value: unknown) => value : parserOf(oid, format)),
};

/** The connections of a database, or the one of a transaction. */
const lineOf = (db: Db): Pick<pg.Pool, 'query'> => (db._.session as unknown as { client: Pick<pg.Pool, 'query'> }).client;

/**
 * Prepares `statement` under a name that no other has. Rows come as the driver reads them: instants, amounts and shares are
 * text, names of columns stay as the database has them. Asked of the driver itself: the query builder's way there costs as much
 * as the answer.
 */
export function prepared<Values extends object, Row extends object>(name: string, statement: SQL): Prepared<Values, Row> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const { rows } = await lineOf(db).query<Row>({
      name,
      text,
      types,
      values: fillPlaceholders(params, values as Record<string, unknown>),
    });
    return rows;
  };
}

/**
 * Prepares a statement about several at once: `build` gets the `ids` of the values as a table of its own, to be read from. It is
 * prepared for one, for two, for up to four, and so on, each with its length in its text: of a list of unknown length the planner
 * believes that ten come, and plans anew each time because it finds that they are fewer.
 */
export function preparedForEach<Values extends { ids: readonly string[] }, Row extends object>(
  name: string,
  build: (asked: SQL) => SQL,
): Prepared<Values, Row> {
  const bySize = new Map<number, Prepared<Values, Row>>();
  return (db, values) => {
    const most = 2 ** Math.ceil(Math.log2(Math.max(1, values.ids.length)));
    const known = bySize.get(most) ?? prepared(`${name}_${most}`, build(asked(most)));
    bySize.set(most, known);
    return known(db, values);
  };
}

const asked = (most: number): SQL => sql`(select unnest(${sql.placeholder('ids')}::uuid[]) as id limit ${sql.raw(String(most))})`;

/** A statement of the query builder, put together. */
interface Ready<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}
type Selected<Values extends object, Rows> = (db: Db, values: Values) => Promise<Rows>;

/** What the builder knows of a selection that it has put together, and what it lets read its rows instead of itself. */
interface Selection {
  fields: readonly SelectedField[];
  joinsNotNullableMap: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown;
}

/**
 * Prepares what the query builder makes, with rows as it reads them, under a name that no other has. It is put together once for
 * a database, which of a wide selection costs more than asking it; in a transaction anew.
 */
export function preparedSelect<Values extends object, Rows>(
  name: string,
  build: (db: Db) => { prepare(name: string): Ready<Rows> },
): Selected<Values, Rows> {
  const known = new WeakMap<Db, Ready<Rows>>();
  let read: ReturnType<typeof rowMapper> | undefined;
  return (db, values) => {
    const ready = known.get(db) ?? build(db).prepare(name);
    known.set(db, ready);
    const selection = ready as unknown as Selection;
    selection.customResultMapper = read ??= rowMapper(selection.fields, selection.joinsNotNullableMap);
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
  const known = new Map(Object.entries<PgColumn>(getTableColumns(table)));
  const chosen = columns.map((key) => {
    const column = known.get(key);
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
