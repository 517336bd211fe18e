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
    about: 'Creators you follow.',
    table: t.follows,
    owners: [t.follows.followerId],
    people: ['performerId'],
  },
  {
    name: 'reactions',
    title: 'Likes and bookmarks',
    about: 'What you liked and bookmarked.',
    table: t.reactions,
    owners: [t.reactions.accountId],
  },
  {
    name: 'comments',
    title: 'Comments',
    about: 'Comments you wrote on your own content and on other people’s.',
    table: t.comments,
    owners: [t.comments.authorId],
    people: ['performerId'],
  },
  {
    name: 'reports',
    title: 'Reports',
    about: 'What you reported, and what we decided.',
    table: t.reports,
    owners: [t.reports.reporterId],
    // The copy contains other people's content; the deciding operator is the site's own data.
    omit: ['evidence', 'ownerId', 'isUrgent', 'note', 'takenById', 'takenAt', 'decidedById'],
  },
  { name: 'votes', title: 'Votes', about: 'How you voted in polls.', table: t.pollVotes, owners: [t.pollVotes.accountId] },
  {
    name: 'conversations',
    title: 'Conversations',
    about: 'Who you talk to, and how far you’ve read.',
    table: t.conversationMembers,
    owners: [t.conversationMembers.accountId],
    people: ['otherId'],
  },
  {
    name: 'messages',
    title: 'Messages',
    about: 'Messages you sent and received. If you haven’t bought a paid message, only its price is included.',
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
    title: 'Files in messages',
    about: 'Which files came with which message you received.',
    table: t.messageFiles,
    owners: [t.messageFiles.receiverId],
  },
  {
    name: 'message-edits',
    title: 'Edited messages',
    about: 'Earlier versions of messages that you edited.',
    table: t.messageEdits,
    owners: [],
    ownerCondition: ownedThrough(t.messageEdits.messageId, t.messages, t.messages.id, t.messages.senderId),
  },
  {
    name: 'message-reactions',
    title: 'Reactions to messages',
    about: 'Emoji that you added to messages.',
    table: t.messageReactions,
    owners: [t.messageReactions.accountId],
  },
  {
    name: 'mass-messages',
    title: 'Mass messages',
    about: 'Messages you sent to many people at once.',
    table: t.massMessages,
    owners: [t.massMessages.performerId],
    omit: ['lastReceiverId'],
  },
  {
    name: 'mass-message-files',
    title: 'Files in mass messages',
    about: 'Which files you attached to them.',
    table: t.massMessageFiles,
    owners: [],
    ownerCondition: ownedThrough(t.massMessageFiles.massId, t.massMessages, t.massMessages.id, t.massMessages.performerId),
  },
  { name: 'fan-lists', title: 'Fan lists', about: 'Lists of fans you created.', table: t.fanLists, owners: [t.fanLists.performerId] },
  {
    name: 'fan-list-people',
    title: 'People on your lists',
    about: 'Who’s on each of your lists.',
    table: t.fanListPeople,
    owners: [],
    ownerCondition: ownedThrough(t.fanListPeople.listId, t.fanLists, t.fanLists.id, t.fanLists.performerId),
    people: ['accountId'],
  },
  {
    name: 'notes',
    title: 'Notes',
    about: 'Your notes about fans.',
    table: t.fanNotes,
    owners: [t.fanNotes.performerId],
    people: ['fanId'],
  },
  {
    name: 'chat-messages',
    title: 'Live chat messages',
    about: 'What you wrote in live stream chats.',
    table: t.streamMessages,
    owners: [t.streamMessages.senderId],
    omit: ['clientKey'],
  },
  {
    name: 'shows-watched',
    title: 'Live streams you watched',
    about: 'Live streams you joined.',
    table: t.streamViewers,
    owners: [t.streamViewers.accountId],
  },
  {
    name: 'moderating',
    title: 'Chats you moderate',
    about: 'Live streams where you moderate the chat.',
    table: t.streamModerators,
    owners: [t.streamModerators.accountId],
  },
  {
    name: 'mutes',
    title: 'Chats you’re muted in',
    about: 'Live streams where you can’t write in the chat.',
    table: t.streamMutes,
    owners: [t.streamMutes.accountId],
  },
  {
    name: 'private-shows',
    title: 'Private shows',
    about: 'Private shows you requested, and those requested from you.',
    table: t.privateRequests,
    owners: [t.privateRequests.userId, t.privateRequests.performerId],
    people: ['userId', 'performerId'],
  },
];
