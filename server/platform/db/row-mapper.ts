/**
 * Reads rows as the query builder does, with all that is known of their columns found out once: the builder looks at each column of
 * each row anew, which of a wide selection takes longer than to receive it.
 */
import { Column, getTableName, is, SQL } from 'drizzle-orm';

/** What is known of a column of the answer: where its value goes, by one name or by two, and what it was selected from. */
export interface SelectedField {
  path: string[];
  field: unknown;
}
type Value = unknown;
type Read = (value: Value) => Value;

interface Decoder {
  mapFromDriverValue(value: Value): Value;
}

/** A value of the answer, what it is called, how it is read, or null where it stays as it is, and the table whose column it is. */
interface Slot {
  index: number;
  key: string;
  read: Read | null;
  table: string | null;
}

/** Values that stand together in an object of their own, which is null where the join found nothing. */
interface Group {
  key: string;
  slots: Slot[];
  isNullable: boolean;
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = is(field, SQL) ? (field as unknown as { decoder: Decoder }) : (field as { sql: { decoder: Decoder } }).sql;
  return decoder;
}

function readOf(field: unknown): Read | null {
  const decoder = decoderOf(field);
  if (is(field, Column) && decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value) => decoder.mapFromDriverValue(value);
}

/** Answers whether no column had a value. */
function fill(into: Record<string, Value>, slots: readonly Slot[], row: readonly Value[]): boolean {
  let isEmpty = true;
  for (const { index, key, read, table } of slots) {
    const value = row[index] ?? null;
    into[key] = value === null || read === null ? value : read(value);
    isEmpty &&= value === null || table === null;
  }
  return isEmpty;
}

/** Answers what reads the rows of a selection, `isJoined` telling of each of its tables whether every row has one. */
export function rowMapper<Row>(
  fields: readonly SelectedField[],
  isJoined: Readonly<Record<string, boolean>> = {},
): (rows: Value[][]) => Row[] {
  const slots: Slot[] = [];
  const inner = new Map<string, Slot[]>();
  for (const [index, { path, field }] of fields.entries()) {
    const [first = '', second] = path;
    const slot = { index, key: second ?? first, read: readOf(field), table: is(field, Column) ? getTableName(field.table) : null };
    if (second === undefined) slots.push(slot);
    else inner.set(first, [...(inner.get(first) ?? []), slot]);
  }
  const groups = [...inner].map(([key, own]): Group => {
    const [table, ...others] = new Set(own.flatMap((slot) => slot.table ?? []));
    return { key, slots: own, isNullable: table !== undefined && others.length === 0 && isJoined[table] !== true };
  });
  return (rows) =>
    rows.map((row) => {
      const result: Record<string, Value> = {};
      fill(result, slots, row);
      for (const { key, slots: own, isNullable } of groups) {
        const part = {};
        const isEmpty = fill(part, own, row);
        result[key] = isEmpty && isNullable ? null : part;
      }
      return result as Row;
    });
}
