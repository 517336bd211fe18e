/**
 * The delay of private messages from the sender's request to the recipient's socket, at a steady rate that does not wait for
 * responses, and the deliveries per second when many clients write without pauses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import pg, { type Client } from 'pg';
import { realRandom } from '../../../server/kernel/random';
import { digestOf } from '../../../server/platform/http/actor';
import { p95Of } from '../tools/load';
import type { Row } from '../tools/rows';
import type { Site } from '../tools/site';

const pairs = 20;
const clients = 32;
const rate_perSecond = 200;
/** An API server is slower until its code has run a few hundred times; in operation it is warm. */
const warmUp_s = 3;
const measured_s = 10;
const unpaced_s = 5;

interface Pair {
  conversationId: string;
  token: string;
  socket: Socket;
}

/** An account that is signed in, inserted directly into the tables; performers are approved. */
async function addAccount(client: Client, role: 'user' | 'performer'): Promise<{ id: string; token: string }> {
  const [id, token] = [realRandom.id(), realRandom.secret()];
  await client.query(
    `insert into accounts (id, role, is_performer, name, created_at, updated_at) values ($1, $2, $3, 'Bench', now(), now())`,
    [id, role, role === 'performer'],
  );
  if (role === 'performer')
    await client.query(
      `insert into performers (account_id, verification, free_subscription_days, monthly_price_cents, yearly_price_cents, date_of_birth) values ($1, 'approved', 1, 999, 9999, date '1990-01-01')`,
      [id],
    );
  await client.query(
    `insert into sessions (id, account_id, token_hash, media_hash, device, created_at, last_used_at, expires_at, authenticated_at)
     values ($1, $2, $3, $4, 'a bench', now(), now(), now() + interval '1 day', now())`,
    [realRandom.id(), id, digestOf(token), digestOf(realRandom.secret())],
  );
  return { id, token };
}

/** Fans and performers with a conversation; the performers are connected. */
async function openPairs(client: Client, api: string): Promise<Pair[]> {
  const openedPairs: Pair[] = [];
  for (let index = 0; index < pairs; index += 1) {
    const [fan, performer, conversationId] = [await addAccount(client, 'user'), await addAccount(client, 'performer'), realRandom.id()];
    await client.query(`insert into conversations (id, created_at) values ($1, now())`, [conversationId]);
    await client.query(
      `insert into conversation_members (conversation_id, account_id, other_id, last_message_at, created_at) values ($1, $2, $3, now(), now()), ($1, $3, $2, now(), now())`,
      [conversationId, fan.id, performer.id],
    );
    const socket = io(api, { transports: ['websocket'], forceNew: true, query: { token: performer.token } });
    await new Promise<void>((resolve) => void socket.once('connect', resolve));
    await socket.emitWithAck('auth/login', { token: performer.token });
    openedPairs.push({ conversationId, token: fan.token, socket });
  }
  return openedPairs;
}

async function send(api: string, { conversationId, token }: Pair, text: string): Promise<void> {
  const response = await fetch(`${api}/messages/conversations/${conversationId}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': text },
    body: JSON.stringify({ text, clientKey: text }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`a message was rejected: ${body.slice(0, 300)}`);
}

/** The delay of each message, from the time at which it was due to be sent until the recipient's socket has it. */
async function sendAtRate(api: string, openedPairs: readonly Pair[], receivedAt: Map<string, number>, length_s: number): Promise<number[]> {
  const sentAt = new Map<string, number>();
  const start_ms = performance.now();
  const requests: Promise<void>[] = [];
  for (let index = 0; index < rate_perSecond * length_s; index += 1) {
    const due_ms = start_ms + (index * 1000) / rate_perSecond;
    const wait_ms = due_ms - performance.now();
    if (wait_ms > 0) await pause(wait_ms);
    const text = `paced ${String(index)} ${realRandom.id()}`;
    sentAt.set(text, due_ms);
    const pair = openedPairs[index % openedPairs.length];
    if (pair) requests.push(send(api, pair, text));
  }
  await Promise.all(requests);
  for (let wait = 0; wait < 50 && [...sentAt.keys()].some((text) => !receivedAt.has(text)); wait += 1) await pause(100);
  const missing = [...sentAt.keys()].filter((text) => !receivedAt.has(text)).length;
  if (missing > 0) throw new Error(`${String(missing)} messages were never received`);
  return [...sentAt].map(([text, at]) => (receivedAt.get(text) ?? Infinity) - at).sort((a, b) => a - b);
}

async function sendWithoutPause(api: string, openedPairs: readonly Pair[], receivedAt: ReadonlyMap<string, number>): Promise<number> {
  const receivedBefore = receivedAt.size;
  const end = performance.now() + unpaced_s * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const pair = openedPairs[index % openedPairs.length];
      while (pair && performance.now() < end) await send(api, pair, `free ${realRandom.id()}`);
    }),
  );
  return (receivedAt.size - receivedBefore) / unpaced_s;
}

/** The median and the 99th percentile of the delay at the steady rate, and the deliveries per second without a rate. */
async function messageTimes(
  client: Client,
  api: string,
): Promise<{ p50_ms: number; p99_ms: number; perSecond: number; sentPerSecond: number }> {
  const openedPairs = await openPairs(client, api);
  const receivedAt = new Map<string, number>();
  for (const { socket } of openedPairs)
    socket.on('message/created', ({ text }: { text: string }) => {
      if (!receivedAt.has(text)) receivedAt.set(text, performance.now());
    });
  try {
    for (const pair of openedPairs) await send(api, pair, `first ${realRandom.id()}`);
    await sendAtRate(api, openedPairs, receivedAt, warmUp_s);
    const times = await sendAtRate(api, openedPairs, receivedAt, measured_s);
    const quantile = (share: number): number => times[Math.floor(times.length * share)] ?? Infinity;
    return {
      p50_ms: quantile(0.5),
      p99_ms: quantile(0.99),
      perSecond: await sendWithoutPause(api, openedPairs, receivedAt),
      sentPerSecond: rate_perSecond,
    };
  } finally {
    for (const { socket } of openedPairs) socket.close();
  }
}

const fanCount = 10_000;
const sendingTimeout_s = 300;

/**
 * The 95th percentile of response times before a mass message, the median of its samples while the message is sent, and how long
 * sending took.
 */
async function duringMassMessage(
  client: Client,
  api: string,
): Promise<{ before_ms: number; during_ms: number; took_s: number; fans: number }> {
  const performer = await addAccount(client, 'performer');
  await client.query(
    `with crowd as (
       insert into accounts (id, role, is_performer, name, created_at, updated_at) select gen_random_uuid(), 'user', false, 'Crowd', now(), now() from generate_series(1, $2::int) returning id
     ) insert into follows (id, follower_id, performer_id, created_at) select gen_random_uuid(), id, $1, now() from crowd`,
    [performer.id, fanCount],
  );
  await client.query('analyze accounts, follows');
  const addresses = [`${api}/performers/ada`];
  const before_ms = await p95Of(addresses);
  const call = async (method: string, path: string, body?: object): Promise<{ _id: string; status: string }> => {
    const response = await fetch(api + path, {
      method,
      headers: { authorization: performer.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { data?: { _id: string; status: string } };
    if (data === undefined) throw new Error(`${method} ${path} answered ${String(response.status)}`);
    return data;
  };
  const start_ms = performance.now();
  const { _id } = await call('POST', '/mass-messages', { text: 'To all of you', include: ['followers'] });
  const samples: number[] = [];
  while ((await call('GET', `/mass-messages/${_id}`)).status !== 'sent') {
    if (performance.now() - start_ms > sendingTimeout_s * 1000) throw new Error('the mass message never ended');
    samples.push(await p95Of(addresses));
  }
  const during_ms = samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Infinity;
  return { before_ms, during_ms, took_s: (performance.now() - start_ms) / 1000, fans: fanCount };
}

/** Measures private messages at a steady rate and without one, and the effect of a mass message on other requests. */
export async function messages({ databaseUrl, api }: Site, report: (row: Row) => void): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { p50_ms, p99_ms, perSecond, sentPerSecond } = await messageTimes(client, api);
    report({
      what: `private message from request to socket, ${String(sentPerSecond)} per second`,
      reference: `${perSecond.toFixed(0)} deliveries per second without a rate limit`,
      measured: `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`,
      target: 'p99 < 100 ms',
      isReached: p99_ms < 100,
    });
    const massMessage = await duringMassMessage(client, api);
    report({
      what: `GET /performers/:id while a mass message is sent to ${String(massMessage.fans)} fans, sent in ${massMessage.took_s.toFixed(0)} s`,
      reference: `before: p95 ${massMessage.before_ms.toFixed(1)} ms`,
      measured: `p95 ${massMessage.during_ms.toFixed(1)} ms, ${(massMessage.during_ms / massMessage.before_ms).toFixed(2)} times`,
      target: '≤ 3',
      isReached: massMessage.during_ms <= 3 * massMessage.before_ms,
    });
  } finally {
    await client.end();
  }
}
