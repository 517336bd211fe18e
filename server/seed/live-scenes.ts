/** What the people of the cast do live: a menu and private shows, a show that is planned, and one that was. */
import { day_ms } from '@contract/kernel/units';
import { inTransaction, type Context } from '../platform/context';
import type { StreamingEngine } from '../streaming/engine';
import { tip } from '../money/charges/charges';
import { createFeed } from '../modules/feeds/feeds';
import { say } from '../live/streaming/chat/chat';
import { endShow } from '../live/streaming/end';
import { changeSettings, setTipMenu } from '../live/streaming/show-setup';
import { startShow } from '../live/streaming/start';
import { hearEngine } from '../live/streaming/streaming';
import { asPerformer, type Publisher } from './content';
import { actorOf, ago, here } from './accounts';

/** Who takes part: one who shows herself to one alone, one who plays to all, and a subscriber of his with tokens. */
export interface Players {
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

async function offer(ctx: Context, { id }: Publisher): Promise<void> {
  await setTipMenu(ctx, id, menu);
  await changeSettings(ctx, id, privateShows);
}

async function plan(ctx: Context, musician: Publisher): Promise<void> {
  await createFeed(ctx, asPerformer(ctx, musician), {
    type: 'scheduled-stream',
    title: 'Loops by request',
    text: 'Bring a tune, I bring the pedals.',
    audience: 'public',
    streamScheduledAt: new Date(ctx.clock.now().getTime() + 3 * day_ms),
  });
}

/** The same world with a picture in every room: nobody films for a demonstration, and the engines are not asked. */
function pictured(ctx: Context): Context {
  const roomState: StreamingEngine['roomState'] = () => Promise.resolve({ isPublished: true, viewers: [] });
  const engines = Object.entries(ctx.streaming.byName).map(([name, engine]) => [name, { ...engine, roomState }] as const);
  return { ...ctx, streaming: { ...ctx.streaming, byName: Object.fromEntries(engines) } };
}

/** A show that has just ended. Money moves now: the books are kept in the order of time. */
async function play(ctx: Context, { musician, fan: fanId }: Players): Promise<void> {
  const [bruno, fan] = [asPerformer(ctx, musician), actorOf(ctx, fanId, 'user')];
  const { stream, conversation } = await startShow(ago(ctx, 24), bruno, {
    title: 'Evening loops',
    description: 'One guitar, four pedals.',
    isFree: true,
  });
  await hearEngine(pictured(ago(ctx, 23)), { type: 'published', room: stream.sessionId ?? '', identity: bruno.id });
  for (const [minutes, who, text] of [
    [21, bruno, 'Good evening! The neighbour says hello.'],
    [17, fan, 'Is that the loop from last week?'],
    [16, bruno, 'The same, with one string less.'],
  ] as const)
    await say(ago(ctx, minutes), who, here, conversation._id, { text });
  await tip(ctx, fan, here, bruno.id, { ...thanks, streamId: stream._id });
  await endShow(ctx, bruno, here, stream._id);
}

/** Lets them go live; where nothing real is paid with and there is an engine for shows, there was one. */
export async function showAround(ctx: Context, players: Players): Promise<void> {
  await offer(ctx, players.dancer);
  await plan(ctx, players.musician);
  if (ctx.gateways.sandbox === null || Object.keys(ctx.streaming.byName).length === 0) return;
  // All of it at once: no host tends a show whose room is empty.
  await inTransaction(ctx, (tx) => play(tx, players));
}
