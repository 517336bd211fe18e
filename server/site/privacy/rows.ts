/** Reads the rows of a source in batches, in one transaction, so that they are one snapshot. */
import { getTableColumns, is, sql, type SQL } from 'drizzle-orm';
import { PgArray, PgTimestamp, type PgColumn } from 'drizzle-orm/pg-core';
import { amountOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { peopleByIds } from '../../people/people/rows';
import { belongsTo, type ExportSource } from './source';

/** A row as an archive contains it: plain values, amounts in tokens. */
export type PlainRow = Record<string, unknown>;

const batchSize = 500;

function columnsOf({ table, omit = [] }: ExportSource): [string, PgColumn][] {
  return Object.entries(getTableColumns(table)).filter(([key]) => !omit.includes(key));
}

/** Maps a driver's value to the schema's type. */
function valueOf(column: PgColumn, value: unknown): unknown {
  if (value === null || is(column, PgArray)) return value;
  if (is(column, PgTimestamp)) return new Date(value as string);
  return column.mapFromDriverValue(value);
}

/** `priceCents: 1250n` becomes `price: 12.5`. */
function exportedEntry(key: string, value: unknown): [string, unknown] {
  const plain = value instanceof Date ? value.toISOString() : value;
  if (!/Cents$/.test(key)) return [key, plain];
  return [key.replace(/Cents$/, ''), typeof plain === 'bigint' ? amountOf(plain) : plain];
}

/** Adds people's names beside their ids. */
async function withNames(ctx: Context, people: readonly string[], rows: readonly PlainRow[]): Promise<PlainRow[]> {
  if (people.length === 0) return [...rows];
  const ids = new Set(rows.flatMap((row) => people.map((key) => row[key]).filter((id) => typeof id === 'string')));
  const peopleById = await peopleByIds(ctx, [...ids]);
  const nameOf = (id: unknown): string | null => peopleById.get(String(id))?.name ?? null;
  return rows.map((row) => ({ ...row, ...Object.fromEntries(people.map((key) => [key.replace(/Id$/, 'Name'), nameOf(row[key])])) }));
}

function selection(source: ExportSource, accountId: string): SQL {
  const overrides = source.overrides?.(accountId) ?? {};
  const columns = columnsOf(source).map(([key, column]) => sql`${overrides[key] ?? column} as ${sql.identifier(key)}`);
  return sql.join(columns, sql`, `);
}

/** The rows of a source that belong to the account, in batches of `batchSize`. Call it in a transaction. */
export async function* readSource(tx: Context, source: ExportSource, accountId: string): AsyncGenerator<PlainRow[]> {
  const columns = new Map(columnsOf(source));
  const cursor = sql.identifier(`export_${source.name.replaceAll('-', '_')}`);
  await tx.db.execute(
    sql`declare ${cursor} no scroll cursor for select ${selection(source, accountId)} from ${source.table} where ${belongsTo(source, tx.db, accountId)}`,
  );
  for (;;) {
    const { rows } = await tx.db.execute<PlainRow>(sql`fetch ${sql.raw(String(batchSize))} from ${cursor}`);
    if (rows.length === 0) break;
    const plain = rows.map((row) => Object.fromEntries([...columns].map(([key, column]) => exportedEntry(key, valueOf(column, row[key])))));
    yield await withNames(tx, source.people ?? [], plain);
  }
  await tx.db.execute(sql`close ${cursor}`);
}
