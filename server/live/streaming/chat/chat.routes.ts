/** The endpoints of the chats of shows. Deleting a message has one address for all kinds, with the private ones. */
import { serve } from '../../../platform/http/serve';
import { readChat, say } from './chat';
import { clearChat, mute, unmute } from './chat-moderation';
import { changeRules, conversationOfPerformer } from './chat-rules';

export const chatRoutes = serve({
  'GET /conversations/stream/performer/:id': ({ actor, client, params }, ctx) => conversationOfPerformer(ctx, actor, client, params.id),
  'PUT /conversations/stream/:id/update': ({ actor, params, body }, ctx) => changeRules(ctx, actor, params.id, body),
  'GET /messages/stream/:id': ({ actor, client, params, query }, ctx) => readChat(ctx, actor, client, params.id, query),
  'GET /messages/conversations/public/:id': ({ actor, client, params, query }, ctx) => readChat(ctx, actor, client, params.id, query),
  'POST /messages/stream/:id': ({ actor, client, params, body }, ctx) => say(ctx, actor, client, params.id, body),
  'DELETE /messages/stream/:id/remove-all-message': ({ actor, client, params }, ctx) => clearChat(ctx, actor, client, params.id),
  'POST /messages/stream/:id/mutes': ({ actor, params, body }, ctx) => mute(ctx, actor, params.id, body.userId, body.seconds),
  'DELETE /messages/stream/:id/mutes/:userId': ({ actor, params }, ctx) => unmute(ctx, actor, params.id, params.userId),
});
