/** Conversations: a fan and a performer, or two performers, and what lies between them. */
import { z } from 'zod';
import { Conversation } from './chat';
import { endpoints } from './endpoint';
import { limits } from './limits';
import { Flag, fromQuery, Id, IdParam, pageOf, pageQuery, Text } from './shapes';
import { conversationSources, conversationTypes } from './values';

const page = pageOf(Conversation).extend({ isMore: z.boolean() });

export default endpoints({
  'GET /conversations': {
    does: "The caller's conversations, the last spoken in first.",
    access: 'member',
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
    query: pageQuery([]).extend({ q: Text(limits.searchLengthMax, 1) }),
    answer: page,
    rate: 'search',
  },
  'GET /conversations/:id': {
    does: 'One of the own conversations.',
    access: 'member',
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
});
