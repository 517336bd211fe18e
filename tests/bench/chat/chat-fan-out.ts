/** Delivery of chat messages of a show to many sockets, compared with a bare socket server that sends the same to as many. */
import { accounts, sessions } from '../../../server/platform/db/schema/accounts';
import { subscriptions } from '../../../server/platform/db/schema/subscriptions';
import { digestOf } from '../../../server/platform/http/actor';
import { openSocket } from '../../kit/host/test-socket';
import { eventually } from '../../kit/timing/eventually';
import { signUpPerformer } from '../../kit/people/people';
import { freePort } from '../../kit/processes/ports';
import { goLive, openLiveTestHost, type LiveTestHost } from '../../kit/live/shows';
import type { TestHost } from '../../kit/host/test-host';
import { startChatClients, type ChatClients } from './chat-process';
import { ratio, type Row } from '../tools/rows';
import { root } from '../tools/hosts';
import { local, startModule } from '../tools/processes';
import { measureAlternately } from '../tools/alternate';

const socketCount = 1000;
const writers = 20;
const burst = 300;
const requiredRatio = 0.8;
/** The rate of a very busy show; no one reads faster. */
const rate_perSecond = 20;
const duration_s = 10;
const requiredDelay_ms = 250;
const month_ms = 30 * 86_400_000;

/** Fans who subscribe to the performer and are signed in, inserted directly into the tables. Returns their tokens. */
async function addFans({ ctx }: TestHost, performerId: string): Promise<string[]> {
  const now = ctx.clock.now();
  const later = new Date(now.getTime() + month_ms);
  const fans = Array.from({ length: socketCount }, () => ({ id: ctx.random.id(), token: ctx.random.secret() }));
  const timestamps = { createdAt: now, updatedAt: now };
  await ctx.db.insert(accounts).values(fans.map(({ id }) => ({ id, role: 'user' as const, name: 'Fan', ...timestamps })));
  await ctx.db.insert(sessions).values(
    fans.map(({ id, token }) => ({
      id: ctx.random.id(),
      accountId: id,
      tokenHash: digestOf(token),
      mediaHash: digestOf(ctx.random.secret()),
      device: 'a bench',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: later,
      authenticatedAt: now,
    })),
  );
  await ctx.db.insert(subscriptions).values(
    fans.map(({ id }) => ({
      id: ctx.random.id(),
      userId: id,
      performerId,
      type: 'monthly' as const,
      months: 1,
      status: 'active' as const,
      priceCents: 500n,
      source: 'wallet' as const,
      isRenewing: false,
      startedAt: now,
      expiresAt: later,
      ...timestamps,
    })),
  );
  return fans.map(({ token }) => token);
}

/** The receivers and senders of a chat, and the number of messages so far. */
interface Chat {
  listeners: ChatClients;
  senders: ChatClients;
  tokens: readonly string[];
  sentCount: number;
}

/** Sends a burst to an address and returns deliveries per second, from the first request until the last socket has the last message. */
async function burstTo(chat: Chat, address: string): Promise<number> {
  chat.sentCount += burst;
  const start_ms = performance.now();
  const received = chat.listeners.execute({ do: 'waitForMessages', total: chat.sentCount });
  await chat.senders.execute({ do: 'send', address, tokens: chat.tokens, count: burst });
  await received;
  return (burst * socketCount * 1000) / (performance.now() - start_ms);
}

/** Sends messages at a steady rate, and returns the delays of all deliveries, the shortest first. */
async function delaysOf(chat: Chat, address: string): Promise<number[]> {
  const count = rate_perSecond * duration_s;
  chat.sentCount += count;
  await chat.listeners.execute({ do: 'recordDelays' });
  const received = chat.listeners.execute({ do: 'waitForMessages', total: chat.sentCount });
  await chat.senders.execute({ do: 'sendAtRate', address, tokens: chat.tokens, count, perSecond: rate_perSecond });
  await received;
  return (await chat.listeners.execute({ do: 'readDelays' })).delays_ms ?? [];
}

interface Deliveries {
  own: number;
  one: number;
  batched: number;
  delays_ms: number[];
}

async function measureDeliveries({ testHost, live }: LiveTestHost): Promise<Deliveries> {
  const performer = await signUpPerformer(testHost);
  const stream = await goLive({ testHost, live }, performer);
  const allTokens = await addFans(testHost, performer.id);
  const tokens = allTokens.slice(0, writers);
  const [viewers, bareViewers, senders] = [await startChatClients(), await startChatClients(), await startChatClients()];
  const socket = await openSocket(testHost, performer.token);
  try {
    await socket.emit('stream/joined', { streamId: stream._id });
    await viewers.execute({ do: 'listen', url: testHost.url, tokens: allTokens, signsIn: true, streamId: stream._id });
    const hostAddress = `${testHost.url}/messages/stream/${stream.conversationId}`;
    await senders.execute({ do: 'send', address: hostAddress, tokens, count: 1 });
    const sample = await eventually(() => {
      const [event] = socket.received('stream/message-created');
      if (!event) throw new Error('no message was received');
      return event;
    });
    const port = String(await freePort());
    const bareAddress = `http://${local}:${port}`;
    await startModule('tests/bench/chat/bare-chat.ts', root, process.env, [JSON.stringify(sample), port]);
    await bareViewers.execute({ do: 'listen', url: bareAddress, tokens: allTokens, signsIn: false, streamId: null });
    const chat: Chat = { listeners: viewers, senders, tokens, sentCount: 1 };
    const bareChat: Chat = { listeners: bareViewers, senders, tokens, sentCount: 0 };
    const figures = await measureAlternately({
      own: () => burstTo(chat, hostAddress),
      one: () => burstTo(bareChat, `${bareAddress}/one`),
      batched: () => burstTo(bareChat, `${bareAddress}/batched`),
    });
    return { ...figures, delays_ms: await delaysOf(chat, hostAddress) };
  } finally {
    socket.close();
    for (const clients of [viewers, bareViewers, senders]) await clients.close();
  }
}

/** Measures deliveries to many sockets, with an API server on a fresh database. */
export async function chatFanOut(): Promise<Row[]> {
  const host = await openLiveTestHost({ RATE_LIMIT_FACTOR: '100000' });
  try {
    const { own, one, batched, delays_ms } = await measureDeliveries(host);
    const percentile = (share: number): number => delays_ms[Math.ceil(delays_ms.length * share) - 1] ?? Infinity;
    const referenceName = 'bare socket.io that keeps nothing, one by one';
    return [
      {
        ...ratio(
          `live: deliveries of a chat to ${String(socketCount)} sockets, ${String(burst)} messages by ${String(writers)} people`,
          referenceName,
          [own, one],
          requiredRatio,
        ),
        reference: `${referenceName}: ${one.toFixed(0)}/s; in the host's batches: ${batched.toFixed(0)}/s`,
      },
      {
        what: `live: a chat of ${String(rate_perSecond)} messages a second to ${String(socketCount)} sockets, from writing to hearing`,
        measured: `p99 ${percentile(0.99).toFixed(0)} ms`,
        target: `p99 < ${String(requiredDelay_ms)} ms`,
        isReached: percentile(0.99) < requiredDelay_ms,
        reference: `p50 ${percentile(0.5).toFixed(0)} ms, ${String(delays_ms.length)} deliveries; the crowd runs beside the host`,
      },
    ];
  } finally {
    await host.testHost.close();
  }
}
