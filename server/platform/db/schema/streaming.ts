/**
 * Live shows. A performer has one public stream, and one more for each private show. Each start of a stream is a session, whose id
 * is the room's name at the engine. The state of a show is only in the session's row, so that any process can continue it.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Audience } from '@contract/kernel/values/content';
import type {
  ChatAudience,
  ChatRole,
  PrivateRequestStatus,
  PrivateShowEndReason,
  StreamEndReason,
  StreamMessageType,
  StreamStatus,
  StreamType,
} from '@contract/kernel/values/live';
import type { streamingEngines } from '@contract/kernel/values/site';
import { accounts } from './accounts';
import { cents, instant } from './columns';

const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
const session = () =>
  uuid()
    .notNull()
    .references(() => streamSessions.id, { onDelete: 'cascade' });
const stream = () =>
  uuid()
    .notNull()
    .references(() => streams.id, { onDelete: 'cascade' });

/** An item of the tip menu. */
export interface MenuItem {
  id: string;
  title: string;
  cents: number;
}

/** Streams with their chat rules, which apply to every session. */
export const streams = pgTable(
  'streams',
  {
    id: uuid().primaryKey(),
    conversationId: uuid().notNull().unique(),
    performerId: person(),
    /** The fan of a private show. */
    userId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    type: text().$type<StreamType>().notNull(),
    /** The default for the next session. */
    audience: text().$type<Audience>().notNull().default('subscribers'),
    priceCents: bigint(cents),
    isRecording: boolean().notNull().default(false),
    name: text().notNull().default(''),
    slowMode_s: integer('slow_mode_s').notNull().default(0),
    chatAudience: text().$type<ChatAudience>().notNull().default('viewers'),
    words: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    tipMenu: jsonb().$type<MenuItem[]>().notNull().default([]),
    goalTitle: text(),
    goalCents: bigint(cents),
    goalLoops: boolean().notNull().default(false),
    /** Tips count towards the goal from then on. */
    goalSetAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('streams_public')
      .on(table.performerId)
      .where(sql`${table.type} = 'public'`),
    index('streams_user').on(table.userId),
    index('streams_performer').on(table.performerId),
  ],
);

export const streamSessions = pgTable(
  'stream_sessions',
  {
    id: uuid().primaryKey(),
    streamId: stream(),
    performerId: person(),
    type: text().$type<StreamType>().notNull(),
    /** The live engine of the session; it does not change. */
    engine: text().$type<(typeof streamingEngines)[number]>().notNull(),
    /** The room of the fan's video in a private show. */
    userRoomId: uuid().unique(),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** Unused for private shows. */
    audience: text().$type<Audience>().notNull(),
    priceCents: bigint(cents),
    status: text().$type<StreamStatus>().notNull().default('idle'),
    /** When the video first arrived. */
    liveAt: timestamp(instant),
    /** Since when no video is received; null while it is. */
    lostAt: timestamp(instant),
    /** When the room's state was last fetched from the engine. */
    lookedAt: timestamp(instant),
    /** Seconds with video in completed intervals; `picturedSince` is the start of the current interval. */
    duration_s: integer('duration_s').notNull().default(0),
    picturedSince: timestamp(instant),
    viewers: integer().notNull().default(0),
    viewersPeak: integer().notNull().default(0),
    viewersToldAt: timestamp(instant),
    isRecording: boolean().notNull().default(false),
    /** False once the room at the engine is closed and its recording stored. */
    isOpen: boolean().notNull().default(true),
    videoId: uuid(),
    endedAt: timestamp(instant),
    endReason: text().$type<StreamEndReason>(),
    /** Chat messages up to this instant were cleared. */
    clearedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('stream_sessions_running')
      .on(table.streamId)
      .where(sql`${table.status} <> 'ended'`),
    index('stream_sessions_stream').on(table.streamId, table.createdAt, table.id),
    index('stream_sessions_open')
      .on(table.id)
      .where(sql`${table.isOpen}`),
    index('stream_sessions_viewers')
      .on(table.viewers, table.id)
      .where(sql`${table.status} in ('live', 'reconnecting') and ${table.type} = 'public'`),
    index('stream_sessions_live')
      .on(table.performerId)
      .where(sql`${table.status} in ('live', 'reconnecting') and ${table.type} = 'public'`),
    index('stream_sessions_own_updated').on(table.performerId, table.updatedAt, table.id),
    index('stream_sessions_own_created').on(table.performerId, table.createdAt, table.id),
    index('stream_sessions_updated').on(table.updatedAt, table.id),
    index('stream_sessions_created').on(table.createdAt, table.id),
    index('stream_sessions_began').on(table.liveAt, table.id),
    index('stream_sessions_watched').on(table.viewers, table.id),
    index('stream_sessions_video')
      .on(table.videoId)
      .where(sql`${table.videoId} is not null`),
    check('stream_sessions_end', sql`(${table.status} = 'ended') = (${table.endedAt} is not null)`),
    check('stream_sessions_price', sql`${table.audience} <> 'paid' or ${table.priceCents} is not null`),
  ],
);

/** Viewers of a session: accounts that were issued credentials or joined with a socket. One row per person and session. */
export const streamViewers = pgTable(
  'stream_viewers',
  {
    sessionId: session(),
    accountId: person(),
    country: text(),
    joinedAt: timestamp(instant).notNull(),
    /** When the viewer lost access and was evicted. */
    revokedAt: timestamp(instant),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.accountId] }), index('stream_viewers_account').on(table.accountId)],
);

/** Sockets of viewers: a person with several sockets counts once. */
export const streamSockets = pgTable(
  'stream_sockets',
  { sessionId: session(), socketId: text().notNull(), accountId: person() },
  (table) => [primaryKey({ columns: [table.sessionId, table.socketId] }), index('stream_sockets_account').on(table.accountId)],
);

export const streamModerators = pgTable('stream_moderators', { streamId: stream(), accountId: person() }, (table) => [
  primaryKey({ columns: [table.streamId, table.accountId] }),
  index('stream_moderators_account').on(table.accountId),
]);

/** Muted people in a chat; `until` null: permanently. */
export const streamMutes = pgTable(
  'stream_mutes',
  { streamId: stream(), accountId: person(), until: timestamp(instant), createdAt: timestamp(instant).notNull() },
  (table) => [primaryKey({ columns: [table.streamId, table.accountId] }), index('stream_mutes_account').on(table.accountId)],
);

export const streamMessages = pgTable(
  'stream_messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => streams.conversationId, { onDelete: 'cascade' }),
    sessionId: session(),
    senderId: person(),
    senderRole: text().$type<ChatRole>().notNull(),
    clientKey: text(),
    type: text().$type<StreamMessageType>().notNull(),
    /** Cleared when the message is deleted. */
    text: text().notNull(),
    tipCents: bigint(cents),
    menuItem: text(),
    deletedAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('stream_messages_session').on(table.sessionId, table.createdAt, table.id),
    index('stream_messages_sender').on(table.sessionId, table.senderId, table.createdAt),
    uniqueIndex('stream_messages_client_key')
      .on(table.sessionId, table.senderId, table.clientKey)
      .where(sql`${table.clientKey} is not null`),
    index('stream_messages_conversation').on(table.conversationId),
    index('stream_messages_person').on(table.senderId),
    check('stream_messages_tip', sql`(${table.type} = 'tip') = (${table.tipCents} is not null)`),
  ],
);

/** Requests for private shows. The held amount is in the ledger, and each billed minute is a charge. */
export const privateRequests = pgTable(
  'private_requests',
  {
    id: uuid().primaryKey(),
    userId: person(),
    performerId: person(),
    /** The ids of the stream and its chat, which are created on acceptance. */
    streamId: uuid().notNull(),
    conversationId: uuid().notNull(),
    sessionId: uuid(),
    status: text().$type<PrivateRequestStatus>().notNull().default('pending'),
    note: text().notNull().default(''),
    minuteCents: bigint(cents).notNull(),
    minimumMinutes: integer().notNull(),
    minutesBilled: integer().notNull().default(0),
    billedCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    commissionCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    earningCents: bigint(cents)
      .notNull()
      .default(sql`0`),
    /** When a pending request lapses, or an accepted one that has not started ends. */
    expiresAt: timestamp(instant).notNull(),
    startedAt: timestamp(instant),
    /** When the next minute is billed. */
    nextMinuteAt: timestamp(instant),
    /** Since when one of the two is disconnected; no minute is billed while it is set. */
    awayAt: timestamp(instant),
    endedAt: timestamp(instant),
    endReason: text().$type<PrivateShowEndReason>(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('private_requests_asked')
      .on(table.userId)
      .where(sql`${table.status} in ('pending', 'accepted')`),
    uniqueIndex('private_requests_shown')
      .on(table.performerId)
      .where(sql`${table.status} = 'accepted'`),
    index('private_requests_due')
      .on(table.expiresAt)
      .where(sql`${table.status} in ('pending', 'accepted')`),
    index('private_requests_user_updated').on(table.userId, table.updatedAt, table.id),
    index('private_requests_user_created').on(table.userId, table.createdAt, table.id),
    index('private_requests_performer_updated').on(table.performerId, table.updatedAt, table.id),
    index('private_requests_performer_created').on(table.performerId, table.createdAt, table.id),
    index('private_requests_conversation').on(table.conversationId),
    uniqueIndex('private_requests_stream').on(table.streamId),
    check('private_requests_split', sql`${table.commissionCents} + ${table.earningCents} = ${table.billedCents}`),
    check('private_requests_bill', sql`${table.billedCents} = ${table.minuteCents} * ${table.minutesBilled}`),
    check('private_requests_session', sql`(${table.status} in ('accepted', 'ended')) = (${table.sessionId} is not null)`),
  ],
);
