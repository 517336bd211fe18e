/** Conversations between a fan and a performer or two performers, and the chats of shows. */
import * as z from 'zod';
import { Conversation } from './chat';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { StreamConversation } from '../live/live';
import { viewErrors } from '../content/content';
import { Flag, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { chatAudiences } from '../kernel/values/live';
import { conversationSources, conversationTypes } from '../kernel/values/messages';

const page = pageOf(Conversation).extend({ isMore: z.boolean() });

export default endpoints({
  'GET /conversations': {
    summary: "The caller's conversations, most recently active first.",
    access: 'member',
    delegate: 'messages',
    query: pageQuery([]).extend({
      type: fromQuery(z.enum(conversationTypes)),
      keyword: fromQuery(Text(limits.searchLengthMax)),
      isUnread: Flag,
      isSubscribed: Flag,
      /** One of the caller's own lists of fans. */
      listId: fromQuery(Id),
    }),
    response: page,
  },
  'POST /conversations': {
    summary: 'Get the conversation with an account, creating it if needed.',
    access: 'member',
    body: z.object({ source: z.enum(conversationSources), sourceId: Id }),
    response: Conversation,
    errors: ['account_not_found', 'blocked_by_performer', 'conversation_not_allowed', 'self_not_allowed'],
  },
  'GET /conversations/search': {
    summary: 'Search conversations by the name of the other person or by message text.',
    access: 'member',
    delegate: 'messages',
    query: pageQuery([]).extend({ q: Text(limits.searchLengthMax, 1) }),
    response: page,
    rateLimit: 'search',
  },
  'GET /conversations/:id': {
    summary: "One of the caller's conversations.",
    access: 'member',
    delegate: 'messages',
    params: IdParam,
    response: Conversation,
    errors: ['conversation_not_found'],
  },
  'PUT /conversations/:id': {
    summary: 'Mute or unmute a conversation.',
    access: 'member',
    params: IdParam,
    body: z.object({ isMuted: z.boolean() }),
    response: Conversation,
    errors: ['conversation_not_found'],
  },
  'GET /conversations/stream/performer/:id': {
    summary: "The chat of a performer's shows, by their ID or username.",
    access: 'anyone',
    params: IdOrSlugParam,
    response: StreamConversation,
    errors: [...viewErrors, 'performer_not_found', 'stream_not_found'],
  },
  'PUT /conversations/stream/:id/update': {
    summary:
      'Change the rules of a chat, as its owner or a moderator. Only the owner can change the moderators. Absent fields stay unchanged.',
    access: 'member',
    params: IdParam,
    body: z.object({
      name: Text(limits.streamChat.nameLengthMax, 1).optional(),
      slowModeSeconds: z.number().int().min(0).max(limits.streamChat.slowMode_s_max).optional(),
      chatAudience: z.enum(chatAudiences).optional(),
      /** Messages that contain one of these words are rejected. */
      words: z.array(Text(limits.streamChat.wordLengthMax, 1)).max(limits.streamChat.wordsMax).optional(),
      moderatorIds: z.array(Id).max(limits.streamChat.moderatorsMax).optional(),
    }),
    response: StreamConversation,
    errors: ['conversation_not_found', 'not_owner', 'user_not_found'],
  },
});
