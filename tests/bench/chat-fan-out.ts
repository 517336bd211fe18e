/** What is said in a show on its way to a crowd of sockets, beside a bare server of sockets that sends the same to as many. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { accounts, sessions, subscriptions } from '../../server/db/schema/schema';
import { digestOf } from '../../server/http/actor';
import { listenAs } from '../support/ear';
import { eventually } from '../support/eventually';
import { signUpPerformer } from '../support/people';
import { freePort } from '../support/ports';
import { goLive, openLiveWorld, type LiveWorld } from '../support/shows';
import type { World } from '../support/world';
import type { ChatDone, ChatOrder } from './chat-people';
import type { LiveFigure } from './live';
import { local, started } from './processes';
import { inTurns } from './turns';

const crowd = 1000;
const writers = 20;
const burst = 300;
const wanted = 0.8;
const month_ms = 30 * 86_400_000;
const root = process.cwd();

interface People {
  order(order: ChatOrder): Promise<void>;
  close(): Promise<void>;
}

/** A process of people who do one thing after the other. */
async function openChatPeople(): Promise<People> {
  const child = fork(join(root, 'tests/bench/chat-people.ts'), [], { execArgv: ['--import', 'tsx'] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const next = (): Promise<ChatDone | 'ready'> => new Promise((resolve) => child.once('message', resolve as (answer: unknown) => void));
  await next();
  return {
    order: async (order) => {
      const answer = next();
      child.send(order);
      const done = await Promise.race([answer, gone]);
      if (done === undefined || typeof done !== 'object' || done === null || 'error' in done) throw new Error(JSON.stringify(done));
    },
    close: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

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

/** Sends bursts to one address; each answers deliveries per second, from the first request until the last socket had the last message. */
function bursts(listeners: People, senders: People, address: string, tokens: readonly string[], before = 0): () => Promise<number> {
  let total = before;
  return async () => {
    total += burst;
    const begun = performance.now();
    const heard = listeners.order({ do: 'hear', total });
    await senders.order({ do: 'write', address, tokens, count: burst });
    await heard;
    return (burst * crowd * 1000) / (performance.now() - begun);
  };
}

async function deliveries({ world, live }: LiveWorld): Promise<Record<'own' | 'one' | 'batched', number>> {
  const performer = await signUpPerformer(world);
  const stream = await goLive({ world, live }, performer);
  const tokens = await addFans(world, performer.id);
  const speakers = tokens.slice(0, writers);
  const [viewers, bareViewers, senders] = [await openChatPeople(), await openChatPeople(), await openChatPeople()];
  const ear = await listenAs(world, performer.token);
  try {
    await ear.say('stream/joined', { streamId: stream._id });
    await viewers.order({ do: 'listen', url: world.url, tokens, streamId: stream._id });
    const own = `${world.url}/messages/stream/${stream.conversationId}`;
    await senders.order({ do: 'write', address: own, tokens: speakers, count: 1 });
    const sample = await eventually(() => {
      const [event] = ear.heard('stream/message-created');
      if (!event) throw new Error('nothing was heard');
      return event;
    });
    const port = String(await freePort());
    const bare = `http://${local}:${port}`;
    await started('tests/bench/bare-chat.ts', root, process.env, [JSON.stringify(sample), port]);
    await bareViewers.order({ do: 'listen', url: bare, tokens, streamId: null });
    let said = 0;
    const bareBurst = async (way: 'one' | 'batched'): Promise<number> => {
      said += burst;
      return bursts(bareViewers, senders, `${bare}/${way}`, speakers, said - burst)();
    };
    return await inTurns({
      own: bursts(viewers, senders, own, speakers, 1),
      one: () => bareBurst('one'),
      batched: () => bareBurst('batched'),
    });
  } finally {
    ear.close();
    for (const people of [viewers, bareViewers, senders]) await people.close();
  }
}

/** Deliveries to a crowd, by a host on a database of its own. */
export async function chatFanOut(): Promise<LiveFigure> {
  const opened = await openLiveWorld({ RATE_LIMIT_FACTOR: '100000' });
  try {
    const { own, one, batched } = await deliveries(opened);
    return {
      what: `live: deliveries of a chat to ${String(crowd)} sockets, ${String(burst)} messages by ${String(writers)} people`,
      measured: `${own.toFixed(0)}/s, ${(own / one).toFixed(2)} of it`,
      reach: `≥ ${String(wanted)}`,
      holds: own / one >= wanted,
      reference: `bare socket.io that keeps nothing, one by one: ${one.toFixed(0)}/s; in the host's batches: ${batched.toFixed(0)}/s`,
    };
  } finally {
    await opened.world.close();
  }
}
