/** Archive sources: what a person does with others. */
import { sql, type SQL } from 'drizzle-orm';
import * as t from '../../platform/db/schema/schema';
import { ownedThrough, type ExportSource } from './source';

/** Paid content of a message belongs to its receiver only after they bought it. */
const isLockedTo = (accountId: string): SQL => sql`(${t.messages.priceCents} is not null and ${t.messages.receiverId} = ${accountId}
  and not exists (select from ${t.charges} where ${t.charges.type} = 'message' and ${t.charges.status} = 'success'
    and ${t.charges.targetId} = ${t.messages.id} and ${t.charges.userId} = ${accountId}))`;

export const interactionSources: readonly ExportSource[] = [
  {
    name: 'following',
    title: 'Following',
    about: 'Whom you follow.',
    table: t.follows,
    owners: [t.follows.followerId],
    people: ['performerId'],
  },
  {
    name: 'reactions',
    title: 'Likes and bookmarks',
    about: 'What you liked and kept.',
    table: t.reactions,
    owners: [t.reactions.accountId],
  },
  {
    name: 'comments',
    title: 'Comments',
    about: 'What you wrote below what others publish, and below your own.',
    table: t.comments,
    owners: [t.comments.authorId],
    people: ['performerId'],
  },
  {
    name: 'reports',
    title: 'Reports',
    about: 'What you reported, and what became of it.',
    table: t.reports,
    owners: [t.reports.reporterId],
    // The copy contains other people's content; the deciding operator is the site's own data.
    omit: ['evidence', 'ownerId', 'isUrgent', 'note', 'takenById', 'takenAt', 'decidedById'],
  },
  { name: 'votes', title: 'Votes', about: 'How you voted in polls.', table: t.pollVotes, owners: [t.pollVotes.accountId] },
  {
    name: 'conversations',
    title: 'Conversations',
    about: 'With whom you talk, and how far you have read.',
    table: t.conversationMembers,
    owners: [t.conversationMembers.accountId],
    people: ['otherId'],
  },
  {
    name: 'messages',
    title: 'Messages',
    about: 'What you wrote and what was written to you. What you have not bought shows its price alone.',
    table: t.messages,
    overrides: (accountId) => ({
      text: sql`case when ${isLockedTo(accountId)} then '' else ${t.messages.text} end`,
      // The receiver does not learn which delegate wrote a message.
      byId: sql`case when ${t.messages.senderId} = ${accountId} then ${t.messages.byId} end`,
    }),
    owners: [t.messages.senderId, t.messages.receiverId],
    omit: ['clientKey', 'massId', 'search', 'searchVersion'],
    people: ['senderId', 'receiverId', 'byId'],
  },
  {
    name: 'message-files',
    title: 'Files sent to you',
    about: 'Which files came with which message.',
    table: t.messageFiles,
    owners: [t.messageFiles.receiverId],
  },
  {
    name: 'mass-messages',
    title: 'Messages to many',
    about: 'What you sent to many at once.',
    table: t.massMessages,
    owners: [t.massMessages.performerId],
    omit: ['lastReceiverId'],
  },
  {
    name: 'mass-message-files',
    title: 'Files of messages to many',
    about: 'Which files went with them.',
    table: t.massMessageFiles,
    owners: [],
    ownerCondition: ownedThrough(t.massMessageFiles.massId, t.massMessages, t.massMessages.id, t.massMessages.performerId),
  },
  { name: 'fan-lists', title: 'Lists of fans', about: 'Lists that you made.', table: t.fanLists, owners: [t.fanLists.performerId] },
  {
    name: 'fan-list-people',
    title: 'People on your lists',
    about: 'Who is on which of your lists.',
    table: t.fanListPeople,
    owners: [],
    ownerCondition: ownedThrough(t.fanListPeople.listId, t.fanLists, t.fanLists.id, t.fanLists.performerId),
    people: ['accountId'],
  },
  {
    name: 'notes',
    title: 'Notes',
    about: 'What you wrote down about fans.',
    table: t.fanNotes,
    owners: [t.fanNotes.performerId],
    people: ['fanId'],
  },
  {
    name: 'chat-messages',
    title: 'Messages in shows',
    about: 'What you wrote in chats of shows.',
    table: t.streamMessages,
    owners: [t.streamMessages.senderId],
    omit: ['clientKey'],
  },
  {
    name: 'shows-watched',
    title: 'Shows that you watched',
    about: 'Shows into which you were let.',
    table: t.streamViewers,
    owners: [t.streamViewers.accountId],
  },
  {
    name: 'moderating',
    title: 'Chats that you moderate',
    about: 'Streams whose chat you keep in order.',
    table: t.streamModerators,
    owners: [t.streamModerators.accountId],
  },
  {
    name: 'mutes',
    title: 'Chats that you may not write in',
    about: 'Where you were muted.',
    table: t.streamMutes,
    owners: [t.streamMutes.accountId],
  },
  {
    name: 'private-shows',
    title: 'Private shows',
    about: 'Private shows that you asked for or were asked for.',
    table: t.privateRequests,
    owners: [t.privateRequests.userId, t.privateRequests.performerId],
    people: ['userId', 'performerId'],
  },
];
