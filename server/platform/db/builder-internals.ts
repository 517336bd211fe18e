/**
 * The private fields of the query builder that the API server uses, all in one place: an update of the builder may change them
 * without notice. `builder-internals.test.ts` tests these assumptions.
 */
import { Column, is, SQL } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from './db';

type Client = Pick<pg.Pool, 'query'>;

/** The pool of a database, or the client of a transaction. */
export const clientOf = (db: Db): Client => (db._.session as unknown as { client: Client }).client;

/** A selected column: the path of its value in the result (one or two keys), and its column or expression. */
export interface SelectedField {
  path: string[];
  field: unknown;
}

interface PreparedSelection {
  fields: readonly SelectedField[];
  joinsNotNullableMap: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown;
}

/**
 * Replaces the row mapping of a prepared selection by the mapper that `mapperFor` returns. `joinsNotNullable`: for each joined table, by
 * name, whether every row has a match in it.
 */
export function replaceRowMapping(
  query: object,
  mapperFor: (fields: readonly SelectedField[], joinsNotNullable: Readonly<Record<string, boolean>>) => (rows: unknown[][]) => unknown,
): void {
  const selection = query as PreparedSelection;
  selection.customResultMapper = mapperFor(selection.fields, selection.joinsNotNullableMap);
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** The decoder of a selected column, expression or expression with an alias. */
export function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  return (is(field, SQL) ? (field as unknown as { decoder: Decoder }) : (field as { sql: { decoder: Decoder } }).sql).decoder;
}
