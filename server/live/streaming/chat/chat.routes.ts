/** Endpoints of show chats. `DELETE /messages/:id` serves both private messages and chat messages. */
import { inTransaction } from '../../../platform/context';
import { serve } from '../../../platform/http/serve';
import { removeMessage } from '../../../talk/messages/remove';
import { isChatMessage, readChat, postChatMessage } from './chat';
import { clearChat, mute, deleteChatMessage, unmute } from './chat-moderation';
import { changeChatRules, conversationOfPerformer } from './chat-rules';

/** A private message or a chat message. */
type Removed = Awaited<ReturnType<typeof removeMessage>> | Awaited<ReturnType<typeof deleteChatMessage>>;

export const chatRoutes = serve({
  'DELETE /messages/:id': async ({ actor, client, params }, ctx) => {
    const remove = (await isChatMessage(ctx, params.id)) ? deleteChatMessage : removeMessage;
    return inTransaction<Removed>(ctx, (tx) => remove(tx, actor, client, params.id));
  },
  'GET /conversations/stream/performer/:id': ({ actor, client, params }, ctx) => conversationOfPerformer(ctx, actor, client, params.id),
  'PUT /conversations/stream/:id/update': ({ actor, params, body }, ctx) => changeChatRules(ctx, actor, params.id, body),
  'GET /messages/stream/:id': ({ actor, client, params, query }, ctx) => readChat(ctx, actor, client, params.id, query),
  'GET /messages/conversations/public/:id': ({ actor, client, params, query }, ctx) => readChat(ctx, actor, client, params.id, query),
  'POST /messages/stream/:id': ({ actor, client, params, body }, ctx) => postChatMessage(ctx, actor, client, params.id, body),
  'DELETE /messages/stream/:id/remove-all-message': ({ actor, client, params }, ctx) => clearChat(ctx, actor, client, params.id),
  'POST /messages/stream/:id/mutes': ({ actor, params, body }, ctx) => mute(ctx, actor, params.id, body.userId, body.seconds),
  'DELETE /messages/stream/:id/mutes/:userId': ({ actor, params }, ctx) => unmute(ctx, actor, params.id, params.userId),
});
