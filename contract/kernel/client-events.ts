/** Events that clients may send over the socket. The server decodes each payload with its schema. */
import * as z from 'zod';
import * as limits from './limits';
import { Id } from './shapes';

const InConversation = z.object({ conversationId: Id });
const AtShow = z.object({ streamId: Id });

export const clientEvents = {
  'auth/login': z.object({ token: z.string().max(limits.socketTokenLengthMax) }),
  'conversation/seen': InConversation,
  'conversation/delivered': InConversation.extend({ seq: z.int().min(0).max(limits.messageSeqMax) }),
  'conversation/typing': InConversation.extend({ isTyping: z.boolean() }),
  'presence/watch': z.object({ accountIds: z.array(Id).max(limits.watchedMax) }),
  'stream/joined': AtShow,
  'stream/left': AtShow,
};
