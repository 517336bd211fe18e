/** Stored files: one row each, with the places of their renditions; and uploads that come in pieces. */
import { sql } from 'drizzle-orm';
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

export interface StoredOriginal {
  key: string;
  contentType: string;
  size: number;
  /** By which name the converter reads it: decided by the content, never by the file's own words. */
  reader: string;
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
    duration_ms: integer('duration_ms'),
    status: text().$type<(typeof fileStatuses)[number]>().notNull(),
    failure: text(),
    /** How much of the work is done, in percent. */
    progress: integer().notNull().default(0),
    /** How often the work was begun. */
    attempts: integer().notNull().default(0),
    /** Until when whoever works on it has it alone; past it, its worker is taken for dead. */
    workedUntil: timestamp(instant),
    /** What was uploaded, as long as it is needed to make renditions of it. */
    original: jsonb().$type<StoredOriginal>(),
    /** A picture of a few bytes as a data address, shown while the real one loads. */
    blur: text(),
    variants: jsonb().$type<StoredVariant[]>().notNull(),
    /** What uses it; a file that nothing uses is dropped after a day. */
    attachedTo: text(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('files_owner').on(table.ownerId, table.createdAt),
    index('files_types').on(table.type, table.size),
    index('files_unattached').on(table.attachedTo, table.createdAt),
    index('files_unready')
      .on(table.createdAt)
      .where(sql`${table.status} in ('created', 'processing')`),
  ],
);

/** Uploads in pieces: how far each has come. The bytes lie on the host's disk until something takes the upload. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    name: text().notNull(),
    purpose: text().$type<FileType>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Bytes that have arrived and lie on the disk for good. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** Something is making a file of it. */
    takenAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [index('uploads_owner').on(table.ownerId), index('uploads_expiry').on(table.expiresAt)],
);
