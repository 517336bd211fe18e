/** What the people of the cast write to each other: a conversation to read, one with a picture for a price, and one unread. */
import { inTransaction, type Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import { tip } from '../money/charges/charges';
import { readAll } from '../talk/conversations/conversations';
import { openConversation } from '../talk/conversations/open';
import { uploadForMessage } from '../talk/messages/files';
import { sendMessage } from '../talk/messages/send';
import { asPerformer, inOne, type Publisher } from './content';
import { withPhotos } from './pictures';
import { actorOf, here } from './accounts';

/** Who talks: a performer with pictures, one with a tune, and fans, of whom the first has tokens. */
export interface Talkers {
  painter: Publisher;
  musician: Publisher;
  fans: readonly [string, ...string[]];
}

const sketchPrice_cents = 300n;
const thanks_cents = 2000n;

interface Line {
  text?: string;
  fileIds?: string[];
  price?: bigint;
}

const say = (ctx: Context, who: Actor, conversationId: string, { text = '', fileIds = [], price }: Line): Promise<unknown> =>
  inTransaction(ctx, (tx) => sendMessage(tx, who, here, conversationId, { text, fileIds, ...(price !== undefined && { price }) }));

async function open(ctx: Context, fan: Actor, performer: Actor): Promise<string> {
  const made = await inTransaction(ctx, (tx) => openConversation(tx, fan, here, { source: 'performer', sourceId: performer.id }));
  return made._id;
}

/** A fan and a performer who know each other; where nothing real is paid with, there is a tip, and a picture for sale. */
async function friends(ctx: Context, fan: Actor, publisher: Publisher): Promise<void> {
  const ada = asPerformer(ctx, publisher);
  const id = await open(ctx, fan, ada);
  await say(ctx, fan, id, { text: 'The second act of the lighthouse is the best thing you have made. How long did it take?' });
  await say(ctx, ada, id, { text: 'Eleven nights, and one very patient neighbour. Thank you!' });
  await withPhotos(publisher.palette, 2, async (photos) => {
    const [free, sold] = await Promise.all(photos.map((file) => uploadForMessage(ctx, ada, 'message-photo', file, inOne(ctx))));
    if (!free || !sold) return;
    await say(ctx, ada, id, { text: 'This is how it began, on the back of a ticket.', fileIds: [free._id] });
    if (ctx.gateways.sandbox === null) return;
    await inTransaction(ctx, (tx) => tip(tx, fan, here, ada.id, { price: thanks_cents, text: 'For the neighbour', conversationId: id }));
    await inTransaction(ctx, (tx) => readAll(tx, ada.id, id));
    await say(ctx, ada, id, { text: 'And the sketch nobody has seen yet:', fileIds: [sold._id], price: sketchPrice_cents });
  });
}

/** Lets them talk. Files are stored, so it runs outside a transaction. */
export async function talkAround(ctx: Context, { painter, musician, fans: [first, ...rest] }: Talkers): Promise<void> {
  await friends(ctx, actorOf(ctx, first, 'user'), painter);
  for (const fanId of rest) {
    const fan = actorOf(ctx, fanId, 'user');
    const bruno = asPerformer(ctx, musician);
    const id = await open(ctx, fan, bruno);
    await say(ctx, fan, id, { text: 'Will the loop be in the next stream?' });
  }
}
