/** The erasure rule of one table. */
import { inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { escapeLike } from '../../../platform/db/paging';
import { isSoldInGallery } from '../../../content/entitlements/entitlements';

/** The account to erase, with everything it is found by. */
export interface ErasureSubject {
  id: string;
  /** Its email addresses, including former ones. */
  emails: string[];
  /** Name and username, as others were shown them. */
  names: string[];
  /** The time of the erasure. */
  at: Date;
}

type Values = Readonly<Record<string, unknown>>;
export type SubjectCondition = (subject: ErasureSubject) => SQL | undefined;

export interface ErasureRule {
  table: PgTable;
  /** Rows to delete: all rows of the account if there is neither `emptied` nor `keepReasons`. */
  deletedRows?: SubjectCondition;
  /** Rows that stay, and the values that replace their content, by column key. */
  emptied?: readonly { where: SubjectCondition; set: Values | ((subject: ErasureSubject) => Values) }[];
  /** By column key, or `*`: why the content may stay. */
  keepReasons?: Readonly<Record<string, string>>;
}

/** Rows in which one of the columns is the account's id. */
export const mentionsId =
  (...columns: readonly PgColumn[]): SubjectCondition =>
  ({ id }) =>
    or(...columns.map((column) => sql`${column} = ${id}`));

/** Rows in which a column is one of the account's addresses. */
export const mentionsEmail =
  (...columns: readonly PgColumn[]): SubjectCondition =>
  ({ emails }) =>
    emails.length === 0 ? sql`false` : or(...columns.map((column) => inArray(column, emails)));

const asPattern = (text: string): string => `%${escapeLike(text)}%`;
/** A name must match as a whole word, because it may be part of any other word. */
const asWord = (text: string): string => `(^|\\W)${text.replaceAll(/[^\p{L}\p{N}\s_]/gu, String.raw`\$&`)}($|\\W)`;

/** Rows whose `text` mentions the account: by id or address, or by name. */
export const textMentions =
  (text: SQL | PgColumn): SubjectCondition =>
  ({ id, emails, names: personNames }) =>
    sql`(${text} ilike any(${sql.param([id, ...emails].map(asPattern))}::text[]) or ${text} ~* any(${sql.param(personNames.map(asWord))}::text[]))`;

/** A rule for tables without personal data. */
export const noPersonalData = (table: PgTable, why: string): ErasureRule => ({ table, keepReasons: { '*': why } });

/** The column's instant, or `at` if it is null. */
export const coalesceInstant = (column: PgColumn, at: Date): SQL => sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;

/** Whether others bought the item, or a gallery that contains the photo or contained it when they bought it. They keep it. */
export const isSold = (item: SQL | PgColumn): SQL =>
  sql`(exists (select from charges c where c.target_id = ${item} and c.status = 'success' and c.type in ('feed', 'video', 'gallery'))
    or exists (select from orders o where o.product_id = ${item})
    or exists (select from photos ph join charges c on c.target_id = ph.gallery_id
      where ph.item_id = ${item} and c.status = 'success' and c.type = 'gallery')
    or ${isSoldInGallery(item)})`;

/** Whether the message's receiver bought it. They keep it. */
export const isMessageSold = (message: SQL | PgColumn): SQL =>
  sql`exists (select from charges c where c.target_id = ${message} and c.status = 'success' and c.type = 'message')`;
