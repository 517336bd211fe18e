/** Sockets and event delivery: authentication, who receives which event, and what ends with a session. */
import { io, type Socket } from 'socket.io-client';
import type { Ack } from '@contract/kernel/events';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { openPresence } from '@server/people/presence/presence';
import { signUpFan, signUpOperator } from '../kit/people/people';
import { eventually } from '../kit/timing/eventually';
import { openProxy } from '../kit/processes/http-proxy';
import { openTestHost, type TestHost } from '../kit/host/test-host';
import { maxWait_ms } from '../kit/timing/max-wait';

let testHost: TestHost;
const openSockets: Socket[] = [];
beforeAll(async () => {
  testHost = await openTestHost();
});
afterEach(() => {
  openSockets.splice(0).forEach((socket) => socket.close());
});
afterAll(() => testHost.close());

function openSocket(token: string | null, host: Pick<TestHost, 'url'> = testHost, options: object = {}): Socket {
  const socket = io(host.url, {
    transports: [...reconnection.transports],
    reconnection: false,
    query: token === null ? {} : { token },
    forceNew: true,
    ...options,
  });
  openSockets.push(socket);
  return socket;
}
const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.connected) resolve();
    else socket.once('connect', resolve);
  });
const closed = (socket: Socket): Promise<string> => new Promise((resolve) => void socket.once('disconnect', resolve));
const nextEvent = <T>(socket: Socket, name: string): Promise<T> => new Promise((resolve) => void socket.once(name, resolve));
const logIn = (socket: Socket, token: string): Promise<Ack<{ accountId: string }>> =>
  socket.timeout(maxWait_ms).emitWithAck('auth/login', { token }) as Promise<Ack<{ accountId: string }>>;

test('a socket with a valid token is acknowledged with its account', async () => {
  const fan = await signUpFan(testHost);
  const socket = openSocket(fan.token);
  await connected(socket);
  expect(await logIn(socket, fan.token)).toEqual({ ok: true, data: { accountId: fan.id } });
});

test('a socket with an invalid token is rejected and closed', async () => {
  const socket = openSocket(null);
  await connected(socket);
  const disconnected = closed(socket);
  expect(await logIn(socket, 'nonsense')).toEqual({ ok: false, error: 'session_ended' });
  await disconnected;
  await closed(openSocket('nonsense'));
});

test('a session that ends closes its own sockets with the reason', async () => {
  const fan = await signUpFan(testHost);
  const second = await testHost.call('POST /auth/login', { body: { username: fan.username, password: 'correct horse battery' } });
  const [endingSocket, otherSocket] = [openSocket(fan.token), openSocket(second.data.token)];
  await Promise.all([logIn(endingSocket, fan.token), logIn(otherSocket, second.data.token)]);
  const [ended, disconnected] = [
    nextEvent<{ reason: string; eventId: string; at: string }>(endingSocket, 'session/ended'),
    closed(endingSocket),
  ];
  await testHost.call('POST /auth/logout', {}, { token: fan.token });
  expect(await ended).toMatchObject({ reason: 'signed_out', eventId: expect.any(String) as string, at: expect.any(String) as string });
  await disconnected;
  expect(otherSocket.connected).toBe(true);
});

test('an expired session closes its socket', async () => {
  const fan = await signUpFan(testHost);
  const socket = openSocket(fan.token);
  await logIn(socket, fan.token);
  const disconnected = closed(socket);
  testHost.clock.advance({ days: 2 });
  await disconnected;
  expect((await testHost.call('GET /users/me', {}, { token: fan.token })).errorBody.error).toBe('session_ended');
});

test('a changed public setting reaches every socket', async () => {
  const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
  const socket = openSocket(fan.token);
  await logIn(socket, fan.token);
  const change = nextEvent<{ siteName: string }>(socket, 'settings/changed');
  await testHost.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body: { value: 'Limelight' } }, { token: operator.token });
  expect(await change).toMatchObject({ siteName: 'Limelight' });
});

test('maintenance notifies and closes all sockets except those of operators', async () => {
  const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
  const [fanSocket, operatorSocket] = [openSocket(fan.token), openSocket(operator.token)];
  await Promise.all([logIn(fanSocket, fan.token), logIn(operatorSocket, operator.token)]);
  const [change, disconnected] = [nextEvent<{ maintenanceMode: boolean }>(fanSocket, 'settings/changed'), closed(fanSocket)];
  await testHost.call('PUT /admin/settings/:key', { params: { key: 'maintenanceMode' }, body: { value: true } }, { token: operator.token });
  expect(await change).toMatchObject({ maintenanceMode: true });
  await disconnected;
  expect(operatorSocket.connected).toBe(true);
  await testHost.call(
    'PUT /admin/settings/:key',
    { params: { key: 'maintenanceMode' }, body: { value: false } },
    { token: operator.token },
  );
});

test('an account is online while one of its tabs is connected, and for half a minute longer', async () => {
  const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
  const isOnline = async (): Promise<boolean> =>
    (await testHost.call('GET /users/view/:id', { params: { id: fan.id } }, { token: operator.token })).data.isOnline;
  const tabs = [openSocket(fan.token), openSocket(fan.token)];
  await Promise.all(tabs.map((tab) => logIn(tab, fan.token)));
  expect(await isOnline()).toBe(true);
  tabs[0]?.close();
  testHost.clock.advance({ minutes: 1 });
  await testHost.app.presence.heartbeat();
  expect(await isOnline()).toBe(true);
  tabs[1]?.close();
  await eventually(async () => {
    testHost.clock.advance({ minutes: 1 });
    await testHost.app.presence.heartbeat();
    expect(await isOnline()).toBe(false);
  });
});

test('an account that disconnected just before its API server crashed is set offline by another API server', async () => {
  const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
  const isOnline = async (): Promise<boolean> =>
    (await testHost.call('GET /users/view/:id', { params: { id: fan.id } }, { token: operator.token })).data.isOnline;
  const tab = openSocket(fan.token);
  await logIn(tab, fan.token);
  tab.close();
  const other = openPresence(testHost.ctx);
  await eventually(async () => {
    testHost.clock.advance({ seconds: 31 });
    await other.heartbeat();
    expect(await isOnline()).toBe(false);
  });
});

test('frames that are too large and floods of events close the connection', async () => {
  const fan = await signUpFan(testHost);
  const large = openSocket(fan.token);
  await connected(large);
  const first = closed(large);
  large.emit('auth/login', { token: 'x'.repeat(2 * limits.socketFrame_bytes) });
  await first;
  const fast = openSocket(fan.token);
  await connected(fast);
  const second = closed(fast);
  for (let n = 0; n < 10 * limits.socketEventsPerSecond; n += 1) fast.emit('auth/login', { token: fan.token });
  await second;
});

test('one account may have a limited number of sockets', async () => {
  const fan = await signUpFan(testHost);
  for (let n = 0; n < limits.socketsPerAccount; n += 1) expect((await logIn(openSocket(fan.token), fan.token)).ok).toBe(true);
  const extra = openSocket(null);
  await connected(extra);
  expect(await logIn(extra, fan.token)).toEqual({ ok: false, error: 'too_many_requests' });
});

test('a page of another site cannot open a socket', async () => {
  const fan = await signUpFan(testHost);
  const socket = openSocket(fan.token, testHost, { extraHeaders: { origin: 'https://elsewhere.example' } });
  await new Promise((resolve) => void socket.once('connect_error', resolve));
  expect(socket.connected).toBe(false);
});

describe('behind a proxy that rejects Upgrade', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeAll(async () => {
    proxy = await openProxy(testHost.url, 'rejects');
  });
  afterAll(() => proxy.close());
  const extraHeaders = () => ({ origin: testHost.ctx.config.siteUrl });

  test('a socket of the site connects by polling, logs in, and receives and emits events', async () => {
    const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
    const socket = openSocket(fan.token, proxy, { tryAllTransports: true, extraHeaders: extraHeaders() });
    await connected(socket);
    expect(socket.io.engine.transport.name).toBe('polling');
    expect(await logIn(socket, fan.token)).toEqual({ ok: true, data: { accountId: fan.id } });
    const change = nextEvent<{ siteName: string }>(socket, 'settings/changed');
    await testHost.call(
      'PUT /admin/settings/:key',
      { params: { key: 'siteName' }, body: { value: 'By polling' } },
      { token: operator.token },
    );
    expect(await change).toMatchObject({ siteName: 'By polling' });
    expect(await socket.timeout(maxWait_ms).emitWithAck('presence/watch', { accountIds: [] })).toMatchObject({ ok: true });
    const disconnected = closed(socket);
    await testHost.call('POST /auth/logout', {}, { token: fan.token });
    await disconnected;
  });

  test("polling is allowed for the site's origin only, and closed without a session", async () => {
    const poll = (origin: string) => fetch(`${proxy.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    const sameOrigin = await poll(testHost.ctx.config.siteUrl);
    expect([sameOrigin.status, sameOrigin.headers.get('access-control-allow-origin')]).toEqual([200, testHost.ctx.config.siteUrl]);
    const otherOrigin = await poll('https://elsewhere.example');
    expect(otherOrigin.status).toBe(403);
    expect(otherOrigin.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
    await closed(openSocket('nonsense', proxy, { transports: ['polling'], extraHeaders: extraHeaders() }));
  });
});
