/** Demo conversations: a long one with a tip and a paid image, and an unread one. */
import { inTransaction, type Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import { tip } from '../flows/tips/tips';
import { markConversationRead } from '../talk/conversations/read-marks';
import { openConversation } from '../talk/conversations/open';
import { uploadForMessage } from '../talk/messages/files';
import { addReaction } from '../talk/messages/react';
import { sendMessage } from '../talk/messages/send';
import { asPerformer, inOneTransaction, type Publisher } from './content';
import { messagePhotos } from './art';
import { withPhotos } from './pictures';
import { actorOf, seedClient } from './accounts';

/** The people of this demo content: a performer with images, a musician, and fans; the first one has tokens. */
export interface MessageCast {
  dancer: Publisher;
  musician: Publisher;
  fans: readonly [string, ...string[]];
}

const sketchPrice_cents = 300n;
const thanks_cents = 2000n;

interface Message {
  text?: string;
  fileIds?: string[];
  price?: bigint;
}

const send = (ctx: Context, sender: Actor, conversationId: string, { text = '', fileIds = [], price }: Message): Promise<{ _id: string }> =>
  inTransaction(ctx, (tx) => sendMessage(tx, sender, seedClient, conversationId, { text, fileIds, ...(price !== undefined && { price }) }));

async function openWith(ctx: Context, fan: Actor, performer: Actor): Promise<string> {
  const conversation = await inTransaction(ctx, (tx) =>
    openConversation(tx, fan, seedClient, { source: 'performer', sourceId: performer.id }),
  );
  return conversation._id;
}

/** A longer conversation of a fan and a performer; in the sandbox with a tip and a paid image. */
async function createLongConversation(ctx: Context, fan: Actor, publisher: Publisher): Promise<void> {
  const ada = asPerformer(ctx, publisher);
  const id = await openWith(ctx, fan, ada);
  await send(ctx, fan, id, { text: 'The second act of the lighthouse is the best thing you have made. How long did it take?' });
  const thanks = await send(ctx, ada, id, { text: 'Eleven nights, and one very patient neighbour. Thank you!' });
  await inTransaction(ctx, (tx) => addReaction(tx, fan, seedClient, thanks._id, '❤️'));
  await withPhotos(messagePhotos, async (photos) => {
    const [free, sold] = await Promise.all(photos.map((file) => uploadForMessage(ctx, ada, 'message-photo', file, inOneTransaction(ctx))));
    if (!free || !sold) return;
    await send(ctx, ada, id, { text: 'This is how it began, on the back of a ticket.', fileIds: [free._id] });
    if (ctx.gateways.sandbox === null) return;
    await inTransaction(ctx, (tx) =>
      tip(tx, fan, seedClient, ada.id, { price: thanks_cents, text: 'For the neighbour', conversationId: id }),
    );
    await inTransaction(ctx, (tx) => markConversationRead(tx, ada.id, id));
    await send(ctx, ada, id, { text: 'And the sketch nobody has seen yet:', fileIds: [sold._id], price: sketchPrice_cents });
  });
}

/** Creates the conversations. Files are stored, so it runs outside a transaction. */
export async function seedMessages(ctx: Context, { dancer, musician, fans: [first, ...rest] }: MessageCast): Promise<void> {
  await createLongConversation(ctx, actorOf(ctx, first, 'user'), dancer);
  for (const fanId of rest) {
    const fan = actorOf(ctx, fanId, 'user');
    const bruno = asPerformer(ctx, musician);
    const id = await openWith(ctx, fan, bruno);
    await send(ctx, fan, id, { text: 'Will the loop be in the next stream?' });
  }
}
