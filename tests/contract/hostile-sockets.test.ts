/**
 * Every client event with payloads that no well-behaved client sends, and floods of everything that a connection can carry: the
 * API server responds with an error or closes the connection, and other clients are not affected.
 */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { clientEvents } from '@contract/kernel/client-events';
import { errors } from '@contract/kernel/errors';
import type { Ack, ClientEventName } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { sessions } from '@server/platform/db/schema/accounts';
import { eventually } from '../kit/timing/eventually';
import { attemptsAt, nestedValue, sampleOf } from '../kit/contract/hostile-values';
import { openSocket, type TestSocket } from '../kit/host/test-socket';
import { signUpFan } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';
import { maxWait_ms } from '../kit/timing/max-wait';

let testHost: TestHost;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let other: Awaited<ReturnType<typeof signUpFan>>;
let witness: TestSocket;
const openSockets = new Set<Socket>();
beforeAll(async () => {
  testHost = await openTestHost();
  [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
  witness = await openSocket(testHost, other.token);
});
/** Other clients stay connected, and their requests work. */
afterEach(async () => {
  for (const socket of openSockets) socket.close();
  openSockets.clear();
  expect(witness.isOpen()).toBe(true);
  expect((await testHost.call('GET /users/me', {}, { token: other.token })).status).toBe(200);
});
afterAll(async () => {
  witness.close();
  // An unexpected error in an event handler fails here.
  await testHost.close();
});

const names = Object.keys(clientEvents) as ClientEventName[];

/** Connects as a browser does, without authenticating. */
async function connectSocket(token?: string): Promise<Socket> {
  const query = token === undefined ? {} : { token };
  const socket = io(testHost.url, { transports: ['websocket'], reconnection: false, query, forceNew: true });
  openSockets.add(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
async function connectAuthenticated(token: string): Promise<Socket> {
  const socket = await connectSocket(token);
  expect(await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token })).toMatchObject({ ok: true });
  return socket;
}
const disconnected = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.disconnected) resolve();
    else socket.once('disconnect', () => resolve());
  });

/** Emits each payload as the fan, on as many connections as the rate limit requires, and returns the acknowledgements. */
async function emitEach(name: ClientEventName, payloads: readonly unknown[]): Promise<Ack<unknown>[]> {
  // A login is an event too, and a failed login closes its connection.
  const eventsPerSocket = name === 'auth/login' ? 1 : limits.socketEventsPerSecond - 2;
  const acks: Ack<unknown>[] = [];
  for (let from = 0; from < payloads.length; from += eventsPerSocket) {
    const socket = name === 'auth/login' ? await connectSocket() : await connectAuthenticated(fan.token);
    const pending = payloads.slice(from, from + eventsPerSocket).map((payload) => socket.timeout(maxWait_ms).emitWithAck(name, payload));
    acks.push(...((await Promise.all(pending)) as Ack<unknown>[]));
    socket.close();
    openSockets.delete(socket);
  }
  return acks;
}

function expectKnownErrors(acks: readonly Ack<unknown>[], what: readonly string[]): void {
  expect(acks).toHaveLength(what.length);
  for (const [index, ack] of acks.entries())
    if (!ack.ok)
      expect([what[index], Object.keys(errors).includes(ack.error), ack.error]).toEqual([
        what[index],
        true,
        expect.not.stringMatching(/internal_error|service_unavailable/),
      ]);
}

describe.each(names)('%s', (name) => {
  const schema = clientEvents[name];

  test('is rejected with a named error when one part of it is wrong', async () => {
    const attempts = attemptsAt(schema);
    const acks = await emitEach(
      name,
      attempts.map(({ value }) => value),
    );
    expectKnownErrors(
      acks,
      attempts.map(({ what }) => what),
    );
    for (const [index, { what, mustFail }] of attempts.entries())
      if (mustFail) expect([what, acks[index]]).toEqual([what, { ok: false, error: 'invalid_request' }]);
  });

  test('is rejected with a named error for any payload of any size', async () => {
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
      nestedValue(1000),
      Buffer.from('bytes'),
      { token: Buffer.from('bytes'), conversationId: new Uint8Array(3) },
    ];
    const acks = await emitEach(name, payloads);
    expectKnownErrors(
      acks,
      payloads.map((payload) => JSON.stringify(payload).slice(0, 60)),
    );
  });

  test('is acknowledged or ignored when it has no payload or extra arguments', async () => {
    const socket = await connectAuthenticated(fan.token);
    const valid = sampleOf(schema);
    const acknowledged = (...args: unknown[]): Promise<unknown> =>
      new Promise((resolve) => {
        socket.emit(name, ...args, resolve);
      });
    socket.emit(name);
    socket.emit(name, valid);
    if (name === 'auth/login') return;
    expect(await acknowledged()).toEqual({ ok: false, error: 'invalid_request' });
    expect(await acknowledged(valid, valid, valid)).toEqual(await acknowledged(valid));
    expect(socket.connected).toBe(true);
  });

  test('is rejected on a socket without a session', async () => {
    const socket = await connectSocket();
    const ack = (await socket.timeout(maxWait_ms).emitWithAck(name, sampleOf(schema))) as Ack<unknown>;
    expect(ack).toEqual({ ok: false, error: name === 'auth/login' ? 'session_ended' : 'session_required' });
  });
});

/** The witness can still emit; not called after each test, because it would reach the rate limit itself. */
const expectWitnessWorks = async (): Promise<void> =>
  expect(await witness.emit('presence/watch', { accountIds: [] })).toEqual({ ok: true, data: { online: [] } });

/** Raw frames, without the checks of the client library. */
const rawFrames: [what: string, frame: string][] = [
  ['an empty frame', ''],
  ['an invalid packet', 'garbage'],
  ['an event packet without data', '2'],
  ['an event packet without a list', '2{}'],
  ['an event without a name', '2[]'],
  ['an event whose name is a number', '2[1]'],
  ['an event whose name is a list', '2[["auth/login"]]'],
  ['an event reserved by the library', '2["connect"]'],
  ['the disconnect event of the library', '2["disconnecting"]'],
  ['half an event', '2["auth/login",{"token":'],
  ['an acknowledgement id that is too large for a number', `2${'9'.repeat(400)}["presence/watch",{"accountIds":[]}]`],
  ['an acknowledgement that was not requested', '31["x"]'],
  ['binary attachments that never arrive', '5999999-["presence/watch",{"_placeholder":true,"num":0}]'],
  ['an attachment with a negative index', '51-["presence/watch",{"_placeholder":true,"num":-1}]'],
  ['an unknown namespace', '0/admin,{"token":"x"}'],
  ['a second connection to the same namespace', '0{"token":"x"}'],
  ['a namespace named __proto__', '0/__proto__,'],
  [
    'prototype pollution',
    '2["presence/watch",{"accountIds":[],"__proto__":{"role":"operator"},"constructor":{"prototype":{"role":"operator"}}}]',
  ],
  ['a deeply nested payload', `2["presence/watch",${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
  ['a deeply nested payload with attachments', `51-["presence/watch",${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
];

test.each(rawFrames)('%s, sent as a raw frame, does not affect other clients', async (_what, frame) => {
  const socket = await connectAuthenticated(fan.token);
  socket.io.engine.write(frame);
  socket.io.engine.write(Buffer.from('part'));
  // A later event is acknowledged, or the connection is closed.
  await Promise.race([socket.emitWithAck('presence/watch', { accountIds: [] }), disconnected(socket)]);
  expect(({} as { role?: unknown }).role).toBeUndefined();
});

const floods: [what: string, frame: string][] = [
  ['events', '2["presence/watch",{"accountIds":[]}]'],
  ['events without a listener', '2["no/such/event"]'],
  ['connections to other namespaces', '0/elsewhere,'],
  ['acknowledgements that were not requested', '31[]'],
];
test.each(floods)('10,000 %s in a row close the connection', async (_what, frame) => {
  const socket = await connectAuthenticated(fan.token);
  const closed = disconnected(socket);
  for (let n = 0; n < 10_000; n += 1) socket.io.engine.write(frame);
  await closed;
  await expectWitnessWorks();
});

test('a frame of 10 MB closes the connection', async () => {
  const socket = await connectAuthenticated(fan.token);
  const closed = disconnected(socket);
  socket.emit('auth/login', { token: 'x'.repeat(10_000_000) });
  await closed;
  await expectWitnessWorks();
});

test('of 500 connections of one account only the allowed number is accepted, and the others are rejected', async () => {
  const account = await signUpFan(testHost);
  const acks = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const socket = await connectSocket();
      return (await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token: account.token })) as Ack<unknown>;
    }),
  );
  expect(acks.filter(({ ok }) => ok)).toHaveLength(limits.socketsPerAccount);
  expect(new Set(acks.flatMap((ack) => (ack.ok ? [] : [ack.error])))).toEqual(new Set(['too_many_requests']));
  // The rejected sockets are disconnected, and the account can connect again once the accepted ones have closed.
  await eventually(() => expect([...openSockets].filter(({ connected }) => connected)).toHaveLength(limits.socketsPerAccount));
  for (const socket of openSockets) socket.close();
  await eventually(async () => expect((await connectAuthenticated(account.token)).connected).toBe(true));
});

test('two concurrent logins on one connection leave it authenticated as the later account only', async () => {
  const [first, second] = [await signUpFan(testHost), await signUpFan(testHost)];
  const [session] = await testHost.ctx.db.select().from(sessions).where(eq(sessions.accountId, second.id));
  const socket = await connectSocket();
  const sessionEndedEvents: { sessionId: string }[] = [];
  socket.on('session/ended', (event: (typeof sessionEndedEvents)[number]) => void sessionEndedEvents.push(event));
  const logIn = (token: string): Promise<unknown> => socket.timeout(maxWait_ms).emitWithAck('auth/login', { token });
  expect(await Promise.all([logIn(first.token), logIn(second.token)])).toEqual([
    { ok: true, data: { accountId: first.id } },
    { ok: true, data: { accountId: second.id } },
  ]);
  await testHost.call('POST /auth/logout', {}, { token: first.token });
  await testHost.call('POST /auth/logout', {}, { token: second.token });
  await disconnected(socket);
  expect(new Set(sessionEndedEvents.map(({ sessionId }) => sessionId))).toEqual(new Set([session?.id]));
});
