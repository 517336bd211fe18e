/** What becomes of one table when somebody is erased. */
import { inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { literal } from '../../../platform/db/paging';

/** Who is erased, by all that she is found by. */
export interface Her {
  id: string;
  /** Her addresses, the former ones too. */
  emails: string[];
  /** Her name and username, as others were told them. */
  names: string[];
  /** When she is erased. */
  at: Date;
}

type Values = Readonly<Record<string, unknown>>;
export type Where = (her: Her) => SQL | undefined;

export interface Rule {
  table: PgTable;
  /** Rows that go. Without anything below, no row of hers stays. */
  goes?: Where;
  /** Rows of hers that stay, and what is put in the place of what they said, by the key of the column. */
  emptied?: readonly { where: Where; set: Values | ((her: Her) => Values) }[];
  /** By the key of the column, or `*`: why what stands there may stay. */
  stays?: Readonly<Record<string, string>>;
}

/** Rows in which one of the columns names her. */
export const names =
  (...columns: readonly PgColumn[]): Where =>
  ({ id }) =>
    or(...columns.map((column) => sql`${column} = ${id}`));

/** Rows in which a column holds one of her addresses. */
export const addressed =
  (...columns: readonly PgColumn[]): Where =>
  ({ emails }) =>
    emails.length === 0 ? sql`false` : or(...columns.map((column) => inArray(column, emails)));

const asPattern = (text: string): string => `%${literal(text)}%`;
/** A name is looked for as a word of its own: it may be a part of any other. */
const asWord = (text: string): string => `(^|\\W)${text.replaceAll(/[^\p{L}\p{N}\s_]/gu, String.raw`\$&`)}($|\\W)`;

/** Rows in which what is written in `text` names her: by an id or an address of hers, or by a name. */
export const speaksOf =
  (text: SQL | PgColumn): Where =>
  ({ id, emails, names: called }) =>
    sql`(${text} ilike any(${sql.param([id, ...emails].map(asPattern))}::text[]) or ${text} ~* any(${sql.param(called.map(asWord))}::text[]))`;

/** A rule for what nobody's person is in. */
export const apart = (table: PgTable, why: string): Rule => ({ table, stays: { '*': why } });

/** The moment in the column, or where there is none, that of the erasure. */
export const sinceThen = (column: PgColumn, at: Date): SQL => sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;

/** What others bought of hers: an item, and a photo in a gallery. They keep it. */
export const isSold = (item: SQL | PgColumn): SQL =>
  sql`(exists (select from charges c where c.target_id = ${item} and c.status = 'success' and c.type in ('feed', 'video', 'gallery'))
    or exists (select from orders o where o.product_id = ${item})
    or exists (select from photos ph join charges c on c.target_id = ph.gallery_id
      where ph.item_id = ${item} and c.status = 'success' and c.type = 'gallery'))`;

/** A message that its receiver bought. She keeps it. */
export const isMessageSold = (message: SQL | PgColumn): SQL =>
  sql`exists (select from charges c where c.target_id = ${message} and c.status = 'success' and c.type = 'message')`;
