/**
 * Erasure rules: what people write and do with each other. The account's own text is deleted; others keep the fact that something was
 * written.
 */
import { and, eq, not, or, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { isMessageSold, mentionsId, coalesceInstant, textMentions, type ErasureRule, type SubjectCondition } from './rule';

const ownUnsoldMessages: SubjectCondition = ({ id }) => and(eq(t.messages.senderId, id), not(isMessageSold(t.messages.id)));
const emptyEvidence = { title: '', text: '', facts: [], lines: [], fileIds: [], link: null };

/** Evidence lines of a reported chat, without the account's own. */
const linesWithout = (authorNames: readonly string[]) => sql`jsonb_set(${t.reports.evidence}, '{lines}', coalesce((
  select jsonb_agg(line) from jsonb_array_elements(${t.reports.evidence}->'lines') line
  where not (line->>'author' = any(${sql.param([...authorNames])}::text[]))), '[]'::jsonb))`;

export const interactionRules: readonly ErasureRule[] = [
  { table: t.follows, deletedRows: mentionsId(t.follows.followerId, t.follows.performerId) },
  {
    table: t.reactions,
    deletedRows: ({ id }) =>
      or(
        sql`${t.reactions.accountId} = ${id}`,
        sql`${t.reactions.objectId} = ${id}`,
        // The account's items were deleted by an earlier rule.
        sql`(${t.reactions.objectType} in ('feed', 'video', 'gallery', 'photo', 'product') and not exists (select from items i where i.id = ${t.reactions.objectId}))`,
      ),
    keepReasons: { objectType: 'What others like.', action: 'What others like.' },
  },
  {
    table: t.comments,
    deletedRows: mentionsId(t.comments.performerId),
    emptied: [
      {
        where: mentionsId(t.comments.authorId),
        set: ({ at }) => ({ content: '', imageId: null, isEdited: false, deletedAt: coalesceInstant(t.comments.deletedAt, at) }),
      },
    ],
    keepReasons: { objectType: 'The kind of object.' },
  },
  {
    table: t.messages,
    emptied: [
      { where: ownUnsoldMessages, set: ({ at }) => ({ text: '', deletedAt: coalesceInstant(t.messages.deletedAt, at) }) },
      { where: mentionsId(t.messages.senderId), set: { clientKey: null } },
      { where: mentionsId(t.messages.byId), set: { byId: null } },
    ],
    keepReasons: { type: 'The kind of message.', search: 'A copy of the text; a trigger empties it with the text.' },
  },
  {
    table: t.messageFiles,
    deletedRows: ({ id }) =>
      sql`${t.messageFiles.messageId} in (select m.id from messages m where m.sender_id = ${id} and not ${isMessageSold(sql`m.id`)})`,
    keepReasons: { '*': 'Only ids.' },
  },
  {
    table: t.messageEdits,
    deletedRows: ({ id }) => sql`${t.messageEdits.messageId} in (select m.id from messages m where m.sender_id = ${id})`,
  },
  { table: t.messageReactions, deletedRows: mentionsId(t.messageReactions.accountId) },
  { table: t.massMessages, deletedRows: mentionsId(t.massMessages.performerId) },
  { table: t.massMessageFiles, keepReasons: { '*': 'Deleted with the mass message.' } },
  { table: t.conversations, keepReasons: { '*': 'The other member keeps the conversation.' } },
  { table: t.conversationMembers, keepReasons: { '*': 'Only ids and positions: the other member keeps the conversation.' } },
  { table: t.fanLists, deletedRows: mentionsId(t.fanLists.performerId) },
  { table: t.fanListPeople, deletedRows: mentionsId(t.fanListPeople.accountId) },
  { table: t.fanNotes, deletedRows: mentionsId(t.fanNotes.performerId, t.fanNotes.fanId) },
  {
    table: t.notifications,
    deletedRows: (subject) =>
      or(
        mentionsId(t.notifications.accountId, t.notifications.actorId)(subject),
        textMentions(t.notifications.text)(subject),
        textMentions(t.notifications.link)(subject),
      ),
    keepReasons: { '*': 'Notifications of others about others.' },
  },
  { table: t.notificationEvents, deletedRows: mentionsId(t.notificationEvents.accountId) },
  {
    table: t.streams,
    emptied: [{ where: mentionsId(t.streams.performerId, t.streams.userId), set: { name: '', words: [], tipMenu: [], goalTitle: null } }],
    keepReasons: { type: 'The kind.', audience: 'A setting.', chatAudience: 'A setting.' },
  },
  {
    table: t.streamSessions,
    emptied: [{ where: mentionsId(t.streamSessions.performerId), set: { title: '', description: '' } }],
    keepReasons: { type: 'The kind.', audience: 'A setting.', engine: 'The engine.', status: 'A state.', endReason: 'A state.' },
  },
  {
    table: t.streamMessages,
    emptied: [
      {
        where: mentionsId(t.streamMessages.senderId),
        set: ({ at }) => ({ text: '', clientKey: null, menuItem: null, deletedAt: coalesceInstant(t.streamMessages.deletedAt, at) }),
      },
    ],
    keepReasons: { senderRole: 'The role of the sender.', type: 'The kind.' },
  },
  { table: t.streamViewers, deletedRows: mentionsId(t.streamViewers.accountId) },
  { table: t.streamSockets, deletedRows: mentionsId(t.streamSockets.accountId) },
  { table: t.streamModerators, deletedRows: mentionsId(t.streamModerators.accountId) },
  { table: t.streamMutes, deletedRows: mentionsId(t.streamMutes.accountId) },
  {
    table: t.privateRequests,
    emptied: [{ where: mentionsId(t.privateRequests.userId), set: { note: '' } }],
    keepReasons: { status: 'A state.', endReason: 'A state.' },
  },
  {
    table: t.reports,
    emptied: [
      { where: textMentions(sql`${t.reports.evidence}::text`), set: (subject) => ({ evidence: linesWithout(subject.names) }) },
      { where: mentionsId(t.reports.ownerId), set: { evidence: emptyEvidence, description: '', note: '' } },
      { where: mentionsId(t.reports.reporterId), set: { description: '', note: '' } },
    ],
    keepReasons: { target: 'The kind of target.', reason: 'An enum value.', status: 'A state.', action: 'The decision.' },
  },
  { table: t.appeals, deletedRows: mentionsId(t.appeals.accountId) },
  { table: t.decisions, deletedRows: mentionsId(t.decisions.accountId) },
];
