/** Stored files with their renditions, and chunked uploads. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { fileStatuses, FileType } from '@contract/kernel/values/files';
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
  /** The ffmpeg demuxer, detected from the content and never from the file's name or type. */
  reader: string;
}

/**
 * What a file can be attached to. `message`: a fan's message, or a performer's messages as a whole; `performer`: documents and the
 * welcome video.
 */
export type FileUseKind =
  | 'account'
  | 'comment'
  | 'export'
  | 'feed'
  | 'message'
  | 'performer'
  | 'photo'
  | 'product'
  | 'promo'
  | 'release'
  | 'setting'
  | 'video';

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
    /** Percent. */
    progress: integer().notNull().default(0),
    /** How often the conversion was started. */
    attempts: integer().notNull().default(0),
    /** The worker's lease: after it the worker counts as dead. */
    workedUntil: timestamp(instant),
    /** The uploaded file, while it is needed for renditions. */
    original: jsonb().$type<StoredOriginal>(),
    /** A preview of a few bytes as a data URL, shown while the image loads. */
    blur: text(),
    variants: jsonb().$type<StoredVariant[]>().notNull(),
    /** What it is attached to; an unattached file is deleted after a day. */
    attachedKind: text().$type<FileUseKind>(),
    /** The id of a row, or the key of a setting. */
    attachedId: text(),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('files_owner').on(table.ownerId, table.createdAt),
    index('files_types').on(table.type, table.size),
    index('files_attached').on(table.attachedKind, table.attachedId),
    index('files_unattached')
      .on(table.createdAt)
      .where(sql`${table.attachedKind} is null`),
    index('files_unready')
      .on(table.createdAt)
      .where(sql`${table.status} in ('created', 'processing')`),
    check('files_attached_to', sql`(${table.attachedKind} is null) = (${table.attachedId} is null)`),
  ],
);

/** Progress of chunked uploads. The bytes are on the API server's disk until the upload is used. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    name: text().notNull(),
    purpose: text().$type<FileType>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Bytes that were received and flushed to disk. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** When a request began to use it as a file. */
    takenAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    expiresAt: timestamp(instant).notNull(),
  },
  (table) => [index('uploads_owner').on(table.ownerId), index('uploads_expiry').on(table.expiresAt)],
);
