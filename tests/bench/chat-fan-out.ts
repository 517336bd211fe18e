/** What is said in a show on its way to a crowd of sockets, beside a bare server of sockets that sends the same to as many. */
import { accounts, sessions, subscriptions } from '../../server/platform/db/schema/schema';
import { digestOf } from '../../server/platform/http/actor';
import { listenAs } from '../support/ear';
import { eventually } from '../kit/timing/eventually';
import { signUpPerformer } from '../kit/people/people';
import { freePort } from '../kit/processes/ports';
import { goLive, openLiveWorld, type LiveWorld } from '../kit/live/shows';
import type { World } from '../kit/host/test-host';
import { openChatPeople, type ChatPeople } from './chat-process';
import { ratio, type Row } from './rows';
import { root } from './tools/hosts';
import { local, started } from './processes';
import { inTurns } from './turns';

const crowd = 1000;
const writers = 20;
const burst = 300;
const wanted = 0.8;
/** As much as is said in a very busy show; whoever reads along reads no faster. */
const pace_perSecond = 20;
const paced_s = 10;
const wanted_ms = 250;
const month_ms = 30 * 86_400_000;

/** Fans who subscribe to the performer, signed in; written straight into the tables. Answers their tokens. */
async function addFans({ ctx }: World, performerId: string): Promise<string[]> {
  const now = ctx.clock.now();
  const later = new Date(now.getTime() + month_ms);
  const fans = Array.from({ length: crowd }, () => ({ id: ctx.chance.id(), token: ctx.chance.secret() }));
  const at = { createdAt: now, updatedAt: now };
  await ctx.db.insert(accounts).values(fans.map(({ id }) => ({ id, role: 'user' as const, name: 'Fan', ...at })));
  await ctx.db.insert(sessions).values(
    fans.map(({ id, token }) => ({
      ...{ id: ctx.chance.id(), accountId: id, tokenHash: digestOf(token), mediaHash: digestOf(ctx.chance.secret()), device: 'a bench' },
      ...{ createdAt: now, lastUsedAt: now, expiresAt: later, authenticatedAt: now },
    })),
  );
  await ctx.db.insert(subscriptions).values(
    fans.map(({ id }) => ({
      ...{ id: ctx.chance.id(), userId: id, performerId, type: 'monthly' as const, months: 1, status: 'active' as const, priceCents: 500n },
      ...{ source: 'wallet' as const, isRenewing: false, startedAt: now, expiresAt: later, ...at },
    })),
  );
  return fans.map(({ token }) => token);
}

/** Who listens to an address and who writes there, and how much was said to them so far. */
interface Talk {
  listeners: ChatPeople;
  senders: ChatPeople;
  tokens: readonly string[];
  said: number;
}

/** Sends a burst to an address and answers deliveries per second, from the first request until the last socket had the last message. */
async function burstTo(talk: Talk, address: string): Promise<number> {
  talk.said += burst;
  const begun = performance.now();
  const heard = talk.listeners.order({ do: 'hear', total: talk.said });
  await talk.senders.order({ do: 'write', address, tokens: talk.tokens, count: burst });
  await heard;
  return (burst * crowd * 1000) / (performance.now() - begun);
}

/** Says something at a steady pace, and answers how long that takes to each of the crowd, the quickest first. */
async function delaysOf(talk: Talk, address: string): Promise<number[]> {
  const count = pace_perSecond * paced_s;
  talk.said += count;
  await talk.listeners.order({ do: 'time' });
  const heard = talk.listeners.order({ do: 'hear', total: talk.said });
  await talk.senders.order({ do: 'pace', address, tokens: talk.tokens, count, perSecond: pace_perSecond });
  await heard;
  return (await talk.listeners.order({ do: 'tell' })).delays_ms ?? [];
}

interface Deliveries {
  own: number;
  one: number;
  batched: number;
  delays_ms: number[];
}

async function deliveries({ world, live }: LiveWorld): Promise<Deliveries> {
  const performer = await signUpPerformer(world);
  const stream = await goLive({ world, live }, performer);
  const everybody = await addFans(world, performer.id);
  const tokens = everybody.slice(0, writers);
  const [viewers, bareViewers, senders] = [await openChatPeople(), await openChatPeople(), await openChatPeople()];
  const ear = await listenAs(world, performer.token);
  try {
    await ear.say('stream/joined', { streamId: stream._id });
    await viewers.order({ do: 'listen', url: world.url, tokens: everybody, signsIn: true, streamId: stream._id });
    const own = `${world.url}/messages/stream/${stream.conversationId}`;
    await senders.order({ do: 'write', address: own, tokens, count: 1 });
    const sample = await eventually(() => {
      const [event] = ear.heard('stream/message-created');
      if (!event) throw new Error('nothing was heard');
      return event;
    });
    const port = String(await freePort());
    const bare = `http://${local}:${port}`;
    await started('tests/bench/chat/bare-chat.ts', root, process.env, [JSON.stringify(sample), port]);
    await bareViewers.order({ do: 'listen', url: bare, tokens: everybody, signsIn: false, streamId: null });
    const talk: Talk = { listeners: viewers, senders, tokens, said: 1 };
    const bareTalk: Talk = { listeners: bareViewers, senders, tokens, said: 0 };
    const figures = await inTurns({
      own: () => burstTo(talk, own),
      one: () => burstTo(bareTalk, `${bare}/one`),
      batched: () => burstTo(bareTalk, `${bare}/batched`),
    });
    return { ...figures, delays_ms: await delaysOf(talk, own) };
  } finally {
    ear.close();
    for (const people of [viewers, bareViewers, senders]) await people.close();
  }
}

/** Deliveries to a crowd, by a host on a database of its own. */
export async function chatFanOut(): Promise<Row[]> {
  const opened = await openLiveWorld({ RATE_LIMIT_FACTOR: '100000' });
  try {
    const { own, one, batched, delays_ms } = await deliveries(opened);
    const within = (share: number): number => delays_ms[Math.ceil(delays_ms.length * share) - 1] ?? Infinity;
    const bare = 'bare socket.io that keeps nothing, one by one';
    return [
      {
        ...ratio(
          `live: deliveries of a chat to ${String(crowd)} sockets, ${String(burst)} messages by ${String(writers)} people`,
          bare,
          [own, one],
          wanted,
        ),
        reference: `${bare}: ${one.toFixed(0)}/s; in the host's batches: ${batched.toFixed(0)}/s`,
      },
      {
        what: `live: a chat of ${String(pace_perSecond)} messages a second to ${String(crowd)} sockets, from writing to hearing`,
        measured: `p99 ${within(0.99).toFixed(0)} ms`,
        reach: `p99 < ${String(wanted_ms)} ms`,
        holds: within(0.99) < wanted_ms,
        reference: `p50 ${within(0.5).toFixed(0)} ms, ${String(delays_ms.length)} deliveries; the crowd runs beside the host`,
      },
    ];
  } finally {
    await opened.world.close();
  }
}
