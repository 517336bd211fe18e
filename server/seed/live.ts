/** Live demo data: a tip menu and private shows, a scheduled show, and one that has ended. */
import { day_ms } from '@contract/kernel/units';
import { inTransaction, type Context } from '../platform/context';
import type { StreamingEngine } from '../live/engines/engine';
import { tip } from '../flows/tips/tips';
import { buyTicket } from '../flows/purchases/ticket';
import { createFeed } from '../content/feeds/write';
import { postChatMessage } from '../live/streaming/chat/chat';
import { endShow } from '../live/streaming/end';
import { changeSettings, setTipMenu } from '../live/streaming/show-setup';
import { startShow } from '../live/streaming/start';
import { applyEngineEvent } from '../live/streaming/reconcile';
import { asPerformer, type Publisher } from './content';
import { actorOf, minutesAgo, seedClient } from './accounts';

/** The people of this demo content: a dancer with private shows, a musician with public shows, and a subscriber with tokens. */
export interface LiveCast {
  dancer: Publisher;
  musician: Publisher;
  fan: string;
}

const menu = [
  { title: 'A spin for you', price: 1000n },
  { title: 'You choose the song', price: 1500n },
  { title: 'The lighthouse, second act', price: 4000n },
];
const privateShows = { privateEnabled: true, privateMinutePrice: 300n, privateMinimumMinutes: 3 };
const thanks = { price: 1500n, text: 'For new strings' };

async function setUpPaidOffers(ctx: Context, { id }: Publisher): Promise<void> {
  await setTipMenu(ctx, id, menu);
  await changeSettings(ctx, id, privateShows);
}

/** Schedules a show with tickets; returns the id of its post. */
async function scheduleShow(ctx: Context, musician: Publisher): Promise<string> {
  const { _id } = await createFeed(ctx, asPerformer(ctx, musician), {
    type: 'scheduled-stream',
    title: 'Loops by request',
    text: 'Bring a tune, I bring the pedals.',
    audience: 'public',
    streamScheduledAt: new Date(ctx.clock.now().getTime() + 3 * day_ms),
    ticketPrice: 500n,
    ticketCapacity: 40,
  });
  return _id;
}

/** The context with video in every room: the demo has no cameras, and the engines are not called. */
function withPublishedVideo(ctx: Context): Context {
  const roomState: StreamingEngine['roomState'] = () => Promise.resolve({ isPublished: true, viewers: [] });
  const engines = Object.entries(ctx.streaming.byName).map(([name, engine]) => [name, { ...engine, roomState }] as const);
  return { ...ctx, streaming: { ...ctx.streaming, byName: Object.fromEntries(engines) } };
}

/** A show that has just ended. Money moves now, because the ledger is in chronological order. */
async function createPastShow(ctx: Context, { musician, fan: fanId }: LiveCast): Promise<void> {
  const [bruno, fan] = [asPerformer(ctx, musician), actorOf(ctx, fanId, 'user')];
  const { stream, conversation } = await startShow(minutesAgo(ctx, 24), bruno, {
    title: 'Evening loops',
    description: 'One guitar, four pedals.',
    audience: 'public',
  });
  await applyEngineEvent(withPublishedVideo(minutesAgo(ctx, 23)), { type: 'published', room: stream.sessionId ?? '', identity: bruno.id });
  for (const [minutes, sender, text] of [
    [21, bruno, 'Good evening! The neighbour says hello.'],
    [17, fan, 'Is that the loop from last week?'],
    [16, bruno, 'The same, with one string less.'],
  ] as const)
    await postChatMessage(minutesAgo(ctx, minutes), sender, seedClient, conversation._id, { text });
  await tip(ctx, fan, seedClient, bruno.id, { ...thanks, streamId: stream._id });
  await endShow(ctx, bruno, seedClient, stream._id);
}

/** Sets up live shows. With the payment sandbox a fan buys a ticket; with a streaming engine as well, there is a past show. */
export async function seedLive(ctx: Context, cast: LiveCast): Promise<void> {
  await setUpPaidOffers(ctx, cast.dancer);
  const scheduledPostId = await scheduleShow(ctx, cast.musician);
  if (ctx.gateways.sandbox === null) return;
  await inTransaction(ctx, (tx) => buyTicket(tx, actorOf(tx, cast.fan, 'user'), seedClient, scheduledPostId, undefined));
  if (Object.keys(ctx.streaming.byName).length === 0) return;
  // In one transaction: otherwise the API server would end the show, because its room is empty.
  await inTransaction(ctx, (tx) => createPastShow(tx, cast));
}
