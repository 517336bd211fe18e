/**
 * Maps rows as the query builder does, but analyzes the columns once. The builder does so for each column of each row, which takes
 * longer than receiving a wide selection.
 */
import { Column, getTableName, is } from 'drizzle-orm';
import { decoderOf, type SelectedField } from './builder-internals';

type Value = unknown;
type Decode = (value: Value) => Value;

/** A value in a row: its index and key, its decoder (null: none is needed), and the table of its column (null: an expression). */
interface Slot {
  index: number;
  key: string;
  decode: Decode | null;
  table: string | null;
}

/** Values of a nested object, which is null if its join matched nothing. */
interface Group {
  key: string;
  slots: Slot[];
  isNullable: boolean;
}

function decodeOf(field: unknown): Decode | null {
  const decoder = decoderOf(field);
  if (is(field, Column) && decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value) => decoder.mapFromDriverValue(value);
}

/** Returns whether no column had a value. */
function fill(into: Record<string, Value>, slots: readonly Slot[], row: readonly Value[]): boolean {
  let isEmpty = true;
  for (const { index, key, decode, table } of slots) {
    const value = row[index] ?? null;
    into[key] = value === null || decode === null ? value : decode(value);
    isEmpty &&= value === null || table === null;
  }
  return isEmpty;
}

/** Returns a mapper for the rows of a selection. `joinsNotNullable`: whether every row has a match in the table of this name. */
export function rowMapper<Row>(
  fields: readonly SelectedField[],
  joinsNotNullable: Readonly<Record<string, boolean>> = {},
): (rows: Value[][]) => Row[] {
  const slots: Slot[] = [];
  const inner = new Map<string, Slot[]>();
  for (const [index, { path, field }] of fields.entries()) {
    const [first = '', second] = path;
    const slot = { index, key: second ?? first, decode: decodeOf(field), table: is(field, Column) ? getTableName(field.table) : null };
    if (second === undefined) slots.push(slot);
    else inner.set(first, [...(inner.get(first) ?? []), slot]);
  }
  const groups = [...inner].map(([key, groupSlots]): Group => {
    const [table, ...others] = new Set(groupSlots.flatMap((slot) => slot.table ?? []));
    return { key, slots: groupSlots, isNullable: table !== undefined && others.length === 0 && joinsNotNullable[table] !== true };
  });
  return (rows) =>
    rows.map((row) => {
      const result: Record<string, Value> = {};
      fill(result, slots, row);
      for (const { key, slots: groupSlots, isNullable } of groups) {
        const part = {};
        const isEmpty = fill(part, groupSlots, row);
        result[key] = isEmpty && isNullable ? null : part;
      }
      return result as Row;
    });
}
