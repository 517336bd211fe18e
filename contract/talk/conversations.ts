/** Conversations: a fan and a performer, or two performers, and what lies between them. */
import { z } from 'zod';
import { Conversation } from './chat';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { StreamConversation } from '../live/live';
import { seeFails } from '../content/content';
import { Flag, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { chatAudiences, conversationSources, conversationTypes } from '../values';

const page = pageOf(Conversation).extend({ isMore: z.boolean() });

export default endpoints({
  'GET /conversations': {
    does: "The caller's conversations, the last spoken in first.",
    access: 'member',
    helper: 'messages',
    query: pageQuery([]).extend({
      type: fromQuery(z.enum(conversationTypes)),
      keyword: fromQuery(Text(limits.searchLengthMax)),
      isUnread: Flag,
      isSubscribed: Flag,
      /** One of the caller's own lists of fans. */
      listId: fromQuery(Id),
    }),
    answer: page,
  },
  'POST /conversations': {
    does: 'The conversation with somebody, made where there is none yet.',
    access: 'member',
    body: z.object({ source: z.enum(conversationSources), sourceId: Id }),
    answer: Conversation,
    fails: ['account_not_found', 'blocked_by_performer', 'conversation_not_allowed', 'self_not_allowed'],
  },
  'GET /conversations/search': {
    does: 'Conversations with people of this name, or in which these words were written.',
    access: 'member',
    helper: 'messages',
    query: pageQuery([]).extend({ q: Text(limits.searchLengthMax, 1) }),
    answer: page,
    rate: 'search',
  },
  'GET /conversations/:id': {
    does: 'One of the own conversations.',
    access: 'member',
    helper: 'messages',
    params: IdParam,
    answer: Conversation,
    fails: ['conversation_not_found'],
  },
  'PUT /conversations/:id': {
    does: 'Mute a conversation, or hear of it again.',
    access: 'member',
    params: IdParam,
    body: z.object({ isMuted: z.boolean() }),
    answer: Conversation,
    fails: ['conversation_not_found'],
  },
  'GET /conversations/stream/performer/:id': {
    does: "The chat of a performer's shows, by their id or username.",
    access: 'anyone',
    params: IdOrSlugParam,
    answer: StreamConversation,
    fails: [...seeFails, 'performer_not_found', 'stream_not_found'],
  },
  'PUT /conversations/stream/:id/update': {
    does: 'Change the rules of a chat: its owner, and its moderators except who moderates. An absent field stays as it is.',
    access: 'member',
    params: IdParam,
    body: z.object({
      name: Text(limits.streamChat.nameLengthMax, 1).optional(),
      slowModeSeconds: z.number().int().min(0).max(limits.streamChat.slowMode_s_max).optional(),
      chatAudience: z.enum(chatAudiences).optional(),
      /** Whoever writes one of them is refused. */
      words: z.array(Text(limits.streamChat.wordLengthMax, 1)).max(limits.streamChat.wordsMax).optional(),
      moderatorIds: z.array(Id).max(limits.streamChat.moderatorsMax).optional(),
    }),
    answer: StreamConversation,
    fails: ['conversation_not_found', 'not_owner', 'user_not_found'],
  },
});
