/** Stored files: one row each, with the places of their renditions. */
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { fileStatuses, FileType } from '@contract/values';
import { instant } from './columns';

export interface StoredVariant {
  name: string;
  key: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
}

export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    type: text().$type<FileType>().notNull(),
    name: text().notNull(),
    mimeType: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    status: text().$type<(typeof fileStatuses)[number]>().notNull(),
    failure: text(),
    /** A picture of a few bytes as a data address, shown while the real one loads. */
    blur: text(),
    variants: jsonb().$type<StoredVariant[]>().notNull(),
    /** What uses it; a file that nothing uses is dropped after a day. */
    attachedTo: text(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [index('files_owner').on(table.ownerId, table.createdAt), index('files_unattached').on(table.attachedTo, table.createdAt)],
);
