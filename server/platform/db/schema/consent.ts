/** People shown in content and their consent: people with an account give it themselves, others sign a release. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Consent, ConsentEvent, ReleaseStatus } from '@contract/kernel/values/content';
import { accounts } from './accounts';
import { instant } from './columns';
import { items } from './content';
import { streams, streamSessions } from './streaming';

/** An event in the history of a consent; `at` is an ISO time. */
export interface ConsentHistoryEntry {
  event: ConsentEvent;
  at: string;
}

export const releases = pgTable(
  'releases',
  {
    id: uuid().primaryKey(),
    performerId: uuid()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    dateOfBirth: date({ mode: 'string' }).notNull(),
    signedOn: date({ mode: 'string' }).notNull(),
    /** Encrypted documents: the signed form and the ID. */
    formId: uuid().notNull(),
    identityId: uuid().notNull(),
    status: text().$type<ReleaseStatus>().notNull().default('waiting'),
    note: text().notNull().default(''),
    decidedBy: uuid(),
    decidedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('releases_performer').on(table.performerId, table.createdAt, table.id),
    index('releases_status').on(table.status, table.createdAt, table.id),
  ],
);

/**
 * A person in an item or a live show; a show that has not begun has no session yet. Rows stay when a person is removed: they are the
 * record of requests and responses.
 */
export const appearances = pgTable(
  'appearances',
  {
    id: uuid().primaryKey(),
    itemId: uuid().references(() => items.id, { onDelete: 'cascade' }),
    streamId: uuid().references(() => streams.id, { onDelete: 'cascade' }),
    sessionId: uuid().references(() => streamSessions.id, { onDelete: 'cascade' }),
    /** An account or a release; neither once the account is deleted. */
    personId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    releaseId: uuid().references(() => releases.id, { onDelete: 'cascade' }),
    ordering: integer().notNull(),
    consent: text().$type<Consent>().notNull().default('asked'),
    /** Incremented with each change of the content, so that no one accepts a version that they have not seen. */
    version: integer().notNull().default(1),
    askedAt: timestamp(instant).notNull(),
    answeredAt: timestamp(instant),
    removedAt: timestamp(instant),
    history: jsonb().$type<ConsentHistoryEntry[]>().notNull(),
  },
  (table) => [
    uniqueIndex('appearances_person').on(table.itemId, table.personId),
    uniqueIndex('appearances_release').on(table.itemId, table.releaseId),
    uniqueIndex('appearances_ahead_person')
      .on(table.streamId, table.personId)
      .where(sql`${table.sessionId} is null`),
    uniqueIndex('appearances_ahead_release')
      .on(table.streamId, table.releaseId)
      .where(sql`${table.sessionId} is null`),
    uniqueIndex('appearances_session_person').on(table.sessionId, table.personId),
    uniqueIndex('appearances_session_release').on(table.sessionId, table.releaseId),
    index('appearances_of')
      .on(table.personId, table.askedAt, table.id)
      .where(sql`${table.removedAt} is null and ${table.personId} is not null`),
    index('appearances_by_release')
      .on(table.releaseId)
      .where(sql`${table.releaseId} is not null`),
    check('appearances_in_one', sql`(${table.itemId} is null) <> (${table.streamId} is null)`),
    check('appearances_session', sql`${table.sessionId} is null or ${table.streamId} is not null`),
    check('appearances_one', sql`${table.personId} is null or ${table.releaseId} is null`),
  ],
);
