/** Endpoints of private messages. */
import { inTransaction } from '../../platform/context';
import { AcceptedResponse, serve } from '../../platform/http/serve';
import { ReplayedResponse } from '../../platform/idempotency/idempotency';
import type { FileResponse } from '../../platform/media/files';
import { markConversationRead, unreadConversations } from '../conversations/read-marks';
import { editMessage } from './edit';
import { uploadForMessage } from './files';
import { listMessages } from './find';
import { addReaction, removeReaction } from './react';
import { sendMessage } from './send';

/** Responds with 202 while a file is still being converted. */
const uploadResponse = (file: FileResponse | ReplayedResponse): FileResponse | ReplayedResponse | AcceptedResponse<FileResponse> =>
  file instanceof ReplayedResponse || file.status === 'finished' ? file : new AcceptedResponse(file);

export const messageRoutes = serve({
  'GET /messages/conversations/:id': ({ actor, params, query }, ctx) => listMessages(ctx, actor.id, params.id, query),
  'POST /messages/conversations/:id': ({ actor, client, params, body, once }) =>
    once((tx) => sendMessage(tx, actor, client, params.id, body)),
  'PUT /messages/:id': ({ actor, client, params, body }, ctx) =>
    inTransaction(ctx, (tx) => editMessage(tx, actor, client, params.id, body.text)),
  'PUT /messages/:id/reactions/:emoji': ({ actor, client, params }, ctx) =>
    inTransaction(ctx, (tx) => addReaction(tx, actor, client, params.id, params.emoji)),
  'DELETE /messages/:id/reactions/:emoji': ({ actor, client, params }, ctx) =>
    inTransaction(ctx, (tx) => removeReaction(tx, actor, client, params.id, params.emoji)),
  'POST /messages/public/file/photo': async ({ actor, files, once }, ctx) =>
    uploadResponse(await uploadForMessage(ctx, actor, 'message-photo', files.file, once)),
  'POST /messages/private/file/video': async ({ actor, files, once }, ctx) =>
    uploadResponse(await uploadForMessage(ctx, actor, 'message-video', files.file, once)),
  'GET /messages/total-unread-messages': async ({ actor }, ctx) => ({ total: await unreadConversations(ctx, actor.id) }),
  'POST /messages/read-all/:id': async ({ actor, params }, ctx) => {
    await inTransaction(ctx, (tx) => markConversationRead(tx, actor.id, params.id));
    return { ok: true, totalNotSeenMessages: 0 };
  },
});
