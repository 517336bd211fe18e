/** The endpoints of private messages. */
import { inTransaction } from '../../platform/context';
import { Continuing, serve } from '../../platform/http/serve';
import { Replayed } from '../../platform/idempotency/idempotency';
import type { FileAnswer } from '../../platform/media/files';
import { readAll, unreadConversations } from '../conversations/conversations';
import { isInChat, removeFromChat } from '../../live/streaming/streaming';
import { uploadForMessage } from './files';
import { listMessages } from './find';
import { removeMessage } from './remove';
import { sendMessage } from './send';

/** A message of two, or one of the chat of a show. */
type Removed = Awaited<ReturnType<typeof removeMessage>> | Awaited<ReturnType<typeof removeFromChat>>;

/** What is still being made ready is answered as work that goes on. */
const whenStored = (file: FileAnswer | Replayed): FileAnswer | Replayed | Continuing<FileAnswer> =>
  file instanceof Replayed || file.status === 'finished' ? file : new Continuing(file);

export const messageRoutes = serve({
  'GET /messages/conversations/:id': ({ actor, params, query }, ctx) => listMessages(ctx, actor.id, params.id, query),
  'POST /messages/conversations/:id': ({ actor, client, params, body, once }) =>
    once((tx) => sendMessage(tx, actor, client, params.id, body)),
  'POST /messages/public/file/photo': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForMessage(ctx, actor, 'message-photo', files.file, once)),
  'POST /messages/private/file/video': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForMessage(ctx, actor, 'message-video', files.file, once)),
  'DELETE /messages/:id': async ({ actor, client, params }, ctx) => {
    const remove = (await isInChat(ctx, params.id)) ? removeFromChat : removeMessage;
    return inTransaction<Removed>(ctx, (tx) => remove(tx, actor, client, params.id));
  },
  'GET /messages/total-unread-messages': async ({ actor }, ctx) => ({ total: await unreadConversations(ctx, actor.id) }),
  'POST /messages/read-all/:id': async ({ actor, params }, ctx) => {
    await inTransaction(ctx, (tx) => readAll(tx, actor.id, params.id));
    return { ok: true, totalNotSeenMessages: 0 };
  },
});
