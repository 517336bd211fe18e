/**
 * Every event that devices may say, with what no honest device says, and floods of all that a connection can carry: the host
 * answers with a refusal, or ends the connection, and nobody else notices.
 */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { clientEvents } from '@contract/kernel/client-events';
import { errors } from '@contract/kernel/errors';
import type { Ack, ClientEventName } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { sessions } from '@server/platform/db/schema/schema';
import { eventually } from '../kit/timing/eventually';
import { attemptsAt, deep, sampleOf } from '../kit/contract/hostile-values';
import { listenAs, type Ear } from '../support/ear';
import { signUpFan } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

let world: World;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let other: Awaited<ReturnType<typeof signUpFan>>;
let witness: Ear;
const open = new Set<Socket>();
beforeAll(async () => {
  world = await openWorld();
  [fan, other] = [await signUpFan(world), await signUpFan(world)];
  witness = await listenAs(world, other.token);
});
/** Whoever else is there goes on: on her socket, and by requests. */
afterEach(async () => {
  for (const socket of open) socket.close();
  open.clear();
  expect(witness.isOpen()).toBe(true);
  expect((await world.call('GET /users/me', {}, { token: other.token })).status).toBe(200);
});
afterAll(async () => {
  witness.close();
  // A bug that an event met fails here.
  await world.close();
});

const names = Object.keys(clientEvents) as ClientEventName[];
const answer_ms = 10_000;

/** A connection as a browser makes it, without a word said. */
async function dial(token?: string): Promise<Socket> {
  const query = token === undefined ? {} : { token };
  const socket = io(world.url, { transports: ['websocket'], reconnection: false, query, forceNew: true });
  open.add(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
async function arrive(token: string): Promise<Socket> {
  const socket = await dial(token);
  expect(await socket.timeout(answer_ms).emitWithAck('auth/login', { token })).toMatchObject({ ok: true });
  return socket;
}
const gone = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.disconnected) resolve();
    else socket.once('disconnect', () => resolve());
  });

/** Says each of it as the fan, on as many connections as the allowance of events wants, and gives the answers. */
async function sayEach(name: ClientEventName, payloads: readonly unknown[]): Promise<Ack<unknown>[]> {
  // A login is an event too, and one that fails ends its connection.
  const perSocket = name === 'auth/login' ? 1 : limits.socketEventsPerSecond - 2;
  const answers: Ack<unknown>[] = [];
  for (let from = 0; from < payloads.length; from += perSocket) {
    const socket = name === 'auth/login' ? await dial() : await arrive(fan.token);
    const said = payloads.slice(from, from + perSocket).map((payload) => socket.timeout(answer_ms).emitWithAck(name, payload));
    answers.push(...((await Promise.all(said)) as Ack<unknown>[]));
    socket.close();
    open.delete(socket);
  }
  return answers;
}

function expectAnswers(answers: readonly Ack<unknown>[], what: readonly string[]): void {
  expect(answers).toHaveLength(what.length);
  for (const [index, answer] of answers.entries())
    if (!answer.ok)
      expect([what[index], Object.keys(errors).includes(answer.error), answer.error]).toEqual([
        what[index],
        true,
        expect.not.stringMatching(/internal_error|service_unavailable/),
      ]);
}

describe.each(names)('%s', (name) => {
  const schema = clientEvents[name];

  test('is refused by name where one thing of it is wrong', async () => {
    const attempts = attemptsAt(schema);
    const answers = await sayEach(
      name,
      attempts.map(({ value }) => value),
    );
    expectAnswers(
      answers,
      attempts.map(({ what }) => what),
    );
    for (const [index, { what, mustFail }] of attempts.entries())
      if (mustFail) expect([what, answers[index]]).toEqual([what, { ok: false, error: 'invalid_request' }]);
  });

  test('is refused by name whatever comes, and however much', async () => {
    const anything = fc.sample(fc.jsonValue({ maxDepth: 4 }), {
      numRuns: 30,
      seed: Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000),
    });
    const filled = { ...(sampleOf(schema) as object), role: 'operator', accountId: other.id, actor: { id: other.id } };
    const long = 'a'.repeat(limits.socketFrame_bytes - 1000);
    const payloads = [
      ...anything,
      filled,
      long,
      deep(1000),
      Buffer.from('bytes'),
      { token: Buffer.from('bytes'), conversationId: new Uint8Array(3) },
    ];
    const answers = await sayEach(name, payloads);
    expectAnswers(
      answers,
      payloads.map((payload) => JSON.stringify(payload).slice(0, 60)),
    );
  });

  test('is answered or left unanswered, whatever is said beside it', async () => {
    const socket = await arrive(fan.token);
    const good = sampleOf(schema);
    const waited = (...said: unknown[]): Promise<unknown> =>
      new Promise((resolve) => {
        socket.emit(name, ...said, resolve);
      });
    socket.emit(name);
    socket.emit(name, good);
    if (name === 'auth/login') return;
    expect(await waited()).toEqual({ ok: false, error: 'invalid_request' });
    expect(await waited(good, good, good)).toEqual(await waited(good));
    expect(socket.connected).toBe(true);
  });

  test('does nothing for whoever has not come in', async () => {
    const socket = await dial();
    const answer = (await socket.timeout(answer_ms).emitWithAck(name, sampleOf(schema))) as Ack<unknown>;
    expect(answer).toEqual({ ok: false, error: name === 'auth/login' ? 'session_ended' : 'session_required' });
  });
});

/** She is heard too; not after each test, or she would say too much herself. */
const expectHeard = async (): Promise<void> =>
  expect(await witness.say('presence/watch', { accountIds: [] })).toEqual({ ok: true, data: { online: [] } });

/** Frames as they travel, without the client's own care. */
const raw: [what: string, frame: string][] = [
  ['nothing', ''],
  ['no packet', 'garbage'],
  ['no event', '2'],
  ['no list', '2{}'],
  ['an event without a name', '2[]'],
  ['an event that is a number', '2[1]'],
  ['an event that is a list', '2[["auth/login"]]'],
  ['an event of the library', '2["connect"]'],
  ['the end of the library', '2["disconnecting"]'],
  ['half an event', '2["auth/login",{"token":'],
  ['a number of an answer beyond numbers', `2${'9'.repeat(400)}["presence/watch",{"accountIds":[]}]`],
  ['an answer that nobody waits for', '31["x"]'],
  ['parts that never come', '5999999-["presence/watch",{"_placeholder":true,"num":0}]'],
  ['a part without a place', '51-["presence/watch",{"_placeholder":true,"num":-1}]'],
  ['another door', '0/admin,{"token":"x"}'],
  ['the same door again', '0{"token":"x"}'],
  ['a door named as what all things have', '0/__proto__,'],
  [
    'its own prototype',
    '2["presence/watch",{"accountIds":[],"__proto__":{"role":"operator"},"constructor":{"prototype":{"role":"operator"}}}]',
  ],
  ['a deep nest', `2["presence/watch",${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
  ['a deep nest in parts', `51-["presence/watch",${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
];

test.each(raw)('%s, as a frame, harms nobody', async (_what, frame) => {
  const socket = await arrive(fan.token);
  socket.io.engine.write(frame);
  socket.io.engine.write(Buffer.from('part'));
  // What comes after it is answered, or the connection is over.
  await Promise.race([socket.emitWithAck('presence/watch', { accountIds: [] }), gone(socket)]);
  expect(({} as { role?: unknown }).role).toBeUndefined();
});

const floods: [what: string, frame: string][] = [
  ['events', '2["presence/watch",{"accountIds":[]}]'],
  ['events that nobody hears', '2["no/such/event"]'],
  ['knocks at other doors', '0/elsewhere,'],
  ['answers that nobody waits for', '31[]'],
];
test.each(floods)('10,000 %s in one go end the connection', async (_what, frame) => {
  const socket = await arrive(fan.token);
  const ended = gone(socket);
  for (let n = 0; n < 10_000; n += 1) socket.io.engine.write(frame);
  await ended;
  await expectHeard();
});

test('a frame of 10 MB ends the connection', async () => {
  const socket = await arrive(fan.token);
  const ended = gone(socket);
  socket.emit('auth/login', { token: 'x'.repeat(10_000_000) });
  await ended;
  await expectHeard();
});

test('of 500 connections of one account as many come in as it may have, and the others are sent away', async () => {
  const greedy = await signUpFan(world);
  const answers = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const socket = await dial();
      return (await socket.timeout(answer_ms).emitWithAck('auth/login', { token: greedy.token })) as Ack<unknown>;
    }),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(limits.socketsPerAccount);
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.error])))).toEqual(new Set(['too_many_requests']));
  // The rest are put out, and the account's own devices come in again once these have gone.
  await eventually(() => expect([...open].filter(({ connected }) => connected)).toHaveLength(limits.socketsPerAccount));
  for (const socket of open) socket.close();
  await eventually(async () => expect((await arrive(greedy.token)).connected).toBe(true));
});

test('two accounts that come in on one connection at once leave it in the later one alone', async () => {
  const [first, later] = [await signUpFan(world), await signUpFan(world)];
  const [session] = await world.ctx.db.select().from(sessions).where(eq(sessions.accountId, later.id));
  const socket = await dial();
  const ended: { sessionId: string }[] = [];
  socket.on('session/ended', (said: (typeof ended)[number]) => void ended.push(said));
  const logIn = (token: string): Promise<unknown> => socket.timeout(answer_ms).emitWithAck('auth/login', { token });
  expect(await Promise.all([logIn(first.token), logIn(later.token)])).toEqual([
    { ok: true, data: { accountId: first.id } },
    { ok: true, data: { accountId: later.id } },
  ]);
  await world.call('POST /auth/logout', {}, { token: first.token });
  await world.call('POST /auth/logout', {}, { token: later.token });
  await gone(socket);
  expect(new Set(ended.map(({ sessionId }) => sessionId))).toEqual(new Set([session?.id]));
});
