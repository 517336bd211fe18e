/** Of an erasure: what was said and done among people. What she wrote goes; that something was said stays with the others. */
import { and, eq, not, or, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { isMessageSold, names, sinceThen, speaksOf, type Rule, type Where } from './rule';

const wrote: Where = ({ id }) => and(eq(t.messages.senderId, id), not(isMessageSold(t.messages.id)));
const nothingKept = { title: '', text: '', facts: [], lines: [], fileIds: [], link: null };

/** Lines of a reported chat without hers. */
const linesWithout = (called: readonly string[]) => sql`jsonb_set(${t.reports.evidence}, '{lines}', coalesce((
  select jsonb_agg(line) from jsonb_array_elements(${t.reports.evidence}->'lines') line
  where not (line->>'author' = any(${sql.param([...called])}::text[]))), '[]'::jsonb))`;

export const among: readonly Rule[] = [
  { table: t.follows, goes: names(t.follows.followerId, t.follows.performerId) },
  {
    table: t.reactions,
    goes: ({ id }) =>
      or(
        sql`${t.reactions.accountId} = ${id}`,
        sql`${t.reactions.objectId} = ${id}`,
        // What she published went before.
        sql`(${t.reactions.objectType} in ('feed', 'video', 'gallery', 'photo', 'product') and not exists (select from items i where i.id = ${t.reactions.objectId}))`,
      ),
    stays: { objectType: 'What others like.', action: 'What others like.' },
  },
  {
    table: t.comments,
    goes: names(t.comments.performerId),
    emptied: [
      {
        where: names(t.comments.authorId),
        set: ({ at }) => ({ content: '', imageId: null, isEdited: false, deletedAt: sinceThen(t.comments.deletedAt, at) }),
      },
    ],
    stays: { objectType: 'On what it was.' },
  },
  {
    table: t.messages,
    emptied: [
      { where: wrote, set: ({ at }) => ({ text: '', deletedAt: sinceThen(t.messages.deletedAt, at) }) },
      { where: names(t.messages.senderId), set: { clientKey: null } },
      { where: names(t.messages.byId), set: { byId: null } },
    ],
    stays: { type: 'That it was one.', search: 'A copy of the text, which a trigger empties with it.' },
  },
  {
    table: t.messageFiles,
    goes: ({ id }) =>
      sql`${t.messageFiles.messageId} in (select m.id from messages m where m.sender_id = ${id} and not ${isMessageSold(sql`m.id`)})`,
    stays: { '*': 'Ids alone.' },
  },
  { table: t.massMessages, goes: names(t.massMessages.performerId) },
  { table: t.massMessageFiles, stays: { '*': 'Goes with the message to many.' } },
  { table: t.conversations, stays: { '*': 'The other one keeps the conversation.' } },
  { table: t.conversationMembers, stays: { '*': 'Ids and places alone: the other one keeps the conversation.' } },
  { table: t.fanLists, goes: names(t.fanLists.performerId) },
  { table: t.fanListPeople, goes: names(t.fanListPeople.accountId) },
  { table: t.fanNotes, goes: names(t.fanNotes.performerId, t.fanNotes.fanId) },
  {
    table: t.notifications,
    goes: (her) =>
      or(
        names(t.notifications.accountId, t.notifications.actorId)(her),
        speaksOf(t.notifications.text)(her),
        speaksOf(t.notifications.link)(her),
      ),
    stays: { '*': 'What others were told of others.' },
  },
  { table: t.notificationEvents, goes: names(t.notificationEvents.accountId) },
  {
    table: t.streams,
    emptied: [{ where: names(t.streams.performerId, t.streams.userId), set: { name: '', words: [], tipMenu: [], goalTitle: null } }],
    stays: { type: 'What it was.', chatAudience: 'A rule.' },
  },
  {
    table: t.streamSessions,
    emptied: [{ where: names(t.streamSessions.performerId), set: { title: '', description: '' } }],
    stays: { type: 'What it was.', engine: 'What carried it.', status: 'A state.', endReason: 'A state.' },
  },
  {
    table: t.streamMessages,
    emptied: [
      {
        where: names(t.streamMessages.senderId),
        set: ({ at }) => ({ text: '', clientKey: null, menuItem: null, deletedAt: sinceThen(t.streamMessages.deletedAt, at) }),
      },
    ],
    stays: { senderRole: 'On which side it was said.', type: 'What it was.' },
  },
  { table: t.streamViewers, goes: names(t.streamViewers.accountId) },
  { table: t.streamSockets, goes: names(t.streamSockets.accountId) },
  { table: t.streamModerators, goes: names(t.streamModerators.accountId) },
  { table: t.streamMutes, goes: names(t.streamMutes.accountId) },
  {
    table: t.privateRequests,
    emptied: [{ where: names(t.privateRequests.userId), set: { note: '' } }],
    stays: { status: 'A state.', endReason: 'A state.' },
  },
  {
    table: t.reports,
    emptied: [
      { where: speaksOf(sql`${t.reports.evidence}::text`), set: (her) => ({ evidence: linesWithout(her.names) }) },
      { where: names(t.reports.ownerId), set: { evidence: nothingKept, description: '', note: '' } },
      { where: names(t.reports.reporterId), set: { description: '', note: '' } },
    ],
    stays: { target: 'What was reported.', reason: 'One of a list.', status: 'A state.', action: 'What was decided.' },
  },
  { table: t.appeals, goes: names(t.appeals.accountId) },
  { table: t.decisions, goes: names(t.decisions.accountId) },
];
