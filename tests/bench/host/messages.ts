/**
 * How long a private message takes from its sender's request until it stands on the other's socket, at a steady pace that does
 * not wait for answers, and how many are delivered in a second when as many clients as there are write without a pause.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import pg, { type Client } from 'pg';
import { realChance } from '../../../server/kernel/random';
import { digestOf } from '../../../server/platform/http/actor';
import { p95Of } from '../tools/load';
import type { Row } from '../rows';
import type { Site } from '../tools/site';

const pairs = 20;
const clients = 32;
const pace_perSecond = 200;
/** A host that has just started is slower until its code has run a few hundred times: people meet one that runs. */
const warmUp_s = 3;
const paced_s = 10;
const free_s = 5;

interface Pair {
  conversationId: string;
  token: string;
  socket: Socket;
}

/** An account that is signed in, written straight into the tables; performers with approved papers. */
async function addAccount(client: Client, role: 'user' | 'performer'): Promise<{ id: string; token: string }> {
  const [id, token] = [realChance.id(), realChance.secret()];
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
    [realChance.id(), id, digestOf(token), digestOf(realChance.secret())],
  );
  return { id, token };
}

/** Fans and performers who talk, the performers listening. */
async function openPairs(client: Client, api: string): Promise<Pair[]> {
  const made: Pair[] = [];
  for (let index = 0; index < pairs; index += 1) {
    const [fan, performer, conversationId] = [await addAccount(client, 'user'), await addAccount(client, 'performer'), realChance.id()];
    await client.query(`insert into conversations (id, created_at) values ($1, now())`, [conversationId]);
    await client.query(
      `insert into conversation_members (conversation_id, account_id, other_id, last_message_at, created_at) values ($1, $2, $3, now(), now()), ($1, $3, $2, now(), now())`,
      [conversationId, fan.id, performer.id],
    );
    const socket = io(api, { transports: ['websocket'], forceNew: true, query: { token: performer.token } });
    await new Promise<void>((resolve) => void socket.once('connect', resolve));
    await socket.emitWithAck('auth/login', { token: performer.token });
    made.push({ conversationId, token: fan.token, socket });
  }
  return made;
}

async function send(api: string, { conversationId, token }: Pair, text: string): Promise<void> {
  const answer = await fetch(`${api}/messages/conversations/${conversationId}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': text },
    body: JSON.stringify({ text, clientKey: text }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`a message was refused: ${body.slice(0, 300)}`);
}

/** The time of each message of so many seconds, from the moment at which it was to be sent until the other's socket had it. */
async function paced(api: string, made: readonly Pair[], heardAt: Map<string, number>, length_s: number): Promise<number[]> {
  const sentAt = new Map<string, number>();
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < pace_perSecond * length_s; index += 1) {
    const due_ms = begun + (index * 1000) / pace_perSecond;
    const early_ms = due_ms - performance.now();
    if (early_ms > 0) await pause(early_ms);
    const text = `paced ${String(index)} ${realChance.id()}`;
    sentAt.set(text, due_ms);
    const pair = made[index % made.length];
    if (pair) running.push(send(api, pair, text));
  }
  await Promise.all(running);
  for (let wait = 0; wait < 50 && [...sentAt.keys()].some((text) => !heardAt.has(text)); wait += 1) await pause(100);
  const missing = [...sentAt.keys()].filter((text) => !heardAt.has(text)).length;
  if (missing > 0) throw new Error(`${String(missing)} messages were never heard`);
  return [...sentAt].map(([text, at]) => (heardAt.get(text) ?? Infinity) - at).sort((a, b) => a - b);
}

async function unpaced(api: string, made: readonly Pair[], heardAt: ReadonlyMap<string, number>): Promise<number> {
  const before = heardAt.size;
  const end = performance.now() + free_s * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const pair = made[index % made.length];
      while (pair && performance.now() < end) await send(api, pair, `free ${realChance.id()}`);
    }),
  );
  return (heardAt.size - before) / free_s;
}

/** Milliseconds within which half and 99 of 100 messages came at the steady pace, and deliveries in a second without one. */
async function messageTimes(client: Client, api: string): Promise<{ p50_ms: number; p99_ms: number; perSecond: number; pace: number }> {
  const made = await openPairs(client, api);
  const heardAt = new Map<string, number>();
  for (const { socket } of made)
    socket.on('message/created', ({ text }: { text: string }) => {
      if (!heardAt.has(text)) heardAt.set(text, performance.now());
    });
  try {
    for (const pair of made) await send(api, pair, `first ${realChance.id()}`);
    await paced(api, made, heardAt, warmUp_s);
    const times = await paced(api, made, heardAt, paced_s);
    const within = (share: number): number => times[Math.floor(times.length * share)] ?? Infinity;
    return { p50_ms: within(0.5), p99_ms: within(0.99), perSecond: await unpaced(api, made, heardAt), pace: pace_perSecond };
  } finally {
    for (const { socket } of made) socket.close();
  }
}

const many = 10_000;
const sending_s = 300;

/**
 * The time within which 95 of 100 answers come while a message goes to many fans, and before: the middle of the samples that were
 * taken until it was sent, and how long that took.
 */
async function whileSendingToMany(
  client: Client,
  api: string,
): Promise<{ quiet_ms: number; busy_ms: number; took_s: number; fans: number }> {
  const performer = await addAccount(client, 'performer');
  await client.query(
    `with crowd as (
       insert into accounts (id, role, is_performer, name, created_at, updated_at) select gen_random_uuid(), 'user', false, 'Crowd', now(), now() from generate_series(1, $2::int) returning id
     ) insert into follows (id, follower_id, performer_id, created_at) select gen_random_uuid(), id, $1, now() from crowd`,
    [performer.id, many],
  );
  await client.query('analyze accounts, follows');
  const asked = [`${api}/performers/ada`];
  const quiet_ms = await p95Of(asked);
  const call = async (method: string, path: string, body?: object): Promise<{ _id: string; status: string }> => {
    const answer = await fetch(api + path, {
      method,
      headers: { authorization: performer.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data?: { _id: string; status: string } };
    if (data === undefined) throw new Error(`${method} ${path} answered ${String(answer.status)}`);
    return data;
  };
  const begun = performance.now();
  const { _id } = await call('POST', '/mass-messages', { text: 'To all of you', include: ['followers'] });
  const samples: number[] = [];
  while ((await call('GET', `/mass-messages/${_id}`)).status !== 'sent') {
    if (performance.now() - begun > sending_s * 1000) throw new Error('the message to many never ended');
    samples.push(await p95Of(asked));
  }
  const busy_ms = samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Infinity;
  return { quiet_ms, busy_ms, took_s: (performance.now() - begun) / 1000, fans: many };
}

/** Private messages one by one and at once, and what a message to many does to everybody else. */
export async function messages({ databaseUrl, api }: Site, measured: (row: Row) => void): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { p50_ms, p99_ms, perSecond, pace } = await messageTimes(client, api);
    measured({
      what: `private message from request to socket, ${String(pace)} a second`,
      reference: `${perSecond.toFixed(0)} deliveries a second without a pace`,
      measured: `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`,
      reach: 'p99 < 100 ms',
      holds: p99_ms < 100,
    });
    const sending = await whileSendingToMany(client, api);
    measured({
      what: `GET /performers/:id while a message goes to ${String(sending.fans)} fans, sent in ${sending.took_s.toFixed(0)} s`,
      reference: `before: p95 ${sending.quiet_ms.toFixed(1)} ms`,
      measured: `p95 ${sending.busy_ms.toFixed(1)} ms, ${(sending.busy_ms / sending.quiet_ms).toFixed(2)} times`,
      reach: '≤ 3',
      holds: sending.busy_ms <= 3 * sending.quiet_ms,
    });
  } finally {
    await client.end();
  }
}
