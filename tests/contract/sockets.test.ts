/** The socket door and the way of events: who gets in, what reaches whom, and what ends with a session. */
import { io, type Socket } from 'socket.io-client';
import type { Ack } from '@contract/kernel/events';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { openPresence } from '@server/people/presence/presence';
import { signUpFan, signUpOperator } from '../kit/people/people';
import { eventually } from '../kit/timing/eventually';
import { openProxy } from '../kit/processes/http-proxy';
import { openWorld, type World } from '../kit/host/test-host';

let world: World;
const open: Socket[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => {
  open.splice(0).forEach((socket) => socket.close());
});
afterAll(() => world.close());

function dial(token: string | null, host: Pick<World, 'url'> = world, extra: object = {}): Socket {
  const socket = io(host.url, {
    transports: [...reconnection.transports],
    reconnection: false,
    query: token === null ? {} : { token },
    forceNew: true,
    ...extra,
  });
  open.push(socket);
  return socket;
}
const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.connected) resolve();
    else socket.once('connect', resolve);
  });
const closed = (socket: Socket): Promise<string> => new Promise((resolve) => void socket.once('disconnect', resolve));
const heard = <T>(socket: Socket, name: string): Promise<T> => new Promise((resolve) => void socket.once(name, resolve));
const logIn = (socket: Socket, token: string): Promise<Ack<{ accountId: string }>> =>
  socket.timeout(5000).emitWithAck('auth/login', { token }) as Promise<Ack<{ accountId: string }>>;

test('a socket with a good token is acknowledged with its account', async () => {
  const fan = await signUpFan(world);
  const socket = dial(fan.token);
  await connected(socket);
  expect(await logIn(socket, fan.token)).toEqual({ ok: true, data: { accountId: fan.id } });
});

test('a socket with a bad token is refused and closed', async () => {
  const socket = dial(null);
  await connected(socket);
  const gone = closed(socket);
  expect(await logIn(socket, 'nonsense')).toEqual({ ok: false, error: 'session_ended' });
  await gone;
  await closed(dial('nonsense'));
});

test('a session that ends takes its sockets along and tells why, and leaves the others', async () => {
  const fan = await signUpFan(world);
  const second = await world.call('POST /auth/login', { body: { username: fan.username, password: 'correct horse battery' } });
  const [ending, staying] = [dial(fan.token), dial(second.data.token)];
  await Promise.all([logIn(ending, fan.token), logIn(staying, second.data.token)]);
  const [said, gone] = [heard<{ reason: string; eventId: string; at: string }>(ending, 'session/ended'), closed(ending)];
  const begun = performance.now();
  await world.call('POST /auth/logout', {}, { token: fan.token });
  expect(await said).toMatchObject({ reason: 'signed_out', eventId: expect.any(String) as string, at: expect.any(String) as string });
  await gone;
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(staying.connected).toBe(true);
});

test('a session whose time is over takes its socket along', async () => {
  const fan = await signUpFan(world);
  const socket = dial(fan.token);
  await logIn(socket, fan.token);
  const gone = closed(socket);
  world.clock.advance({ days: 2 });
  await gone;
  expect((await world.call('GET /users/me', {}, { token: fan.token })).refusal.error).toBe('session_ended');
});

test('a changed public setting reaches every socket', async () => {
  const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
  const socket = dial(fan.token);
  await logIn(socket, fan.token);
  const change = heard<{ siteName: string }>(socket, 'settings/changed');
  await world.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body: { value: 'Limelight' } }, { token: operator.token });
  expect(await change).toMatchObject({ siteName: 'Limelight' });
});

test('maintenance closes the sockets of everybody but operators, after saying so', async () => {
  const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
  const [fans, operators] = [dial(fan.token), dial(operator.token)];
  await Promise.all([logIn(fans, fan.token), logIn(operators, operator.token)]);
  const [said, gone] = [heard<{ maintenanceMode: boolean }>(fans, 'settings/changed'), closed(fans)];
  await world.call('PUT /admin/settings/:key', { params: { key: 'maintenanceMode' }, body: { value: true } }, { token: operator.token });
  expect(await said).toMatchObject({ maintenanceMode: true });
  await gone;
  expect(operators.connected).toBe(true);
  await world.call('PUT /admin/settings/:key', { params: { key: 'maintenanceMode' }, body: { value: false } }, { token: operator.token });
});

test('an account is online while any of its tabs is, and half a minute longer', async () => {
  const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
  const isOnline = async (): Promise<boolean> =>
    (await world.call('GET /users/view/:id', { params: { id: fan.id } }, { token: operator.token })).data.isOnline;
  const tabs = [dial(fan.token), dial(fan.token)];
  await Promise.all(tabs.map((tab) => logIn(tab, fan.token)));
  expect(await isOnline()).toBe(true);
  tabs[0]?.close();
  world.clock.advance({ minutes: 1 });
  await world.app.presence.beat();
  expect(await isOnline()).toBe(true);
  tabs[1]?.close();
  await eventually(async () => {
    world.clock.advance({ minutes: 1 });
    await world.app.presence.beat();
    expect(await isOnline()).toBe(false);
  });
});

test('whoever left just before her host died is turned off by another host', async () => {
  const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
  const isOnline = async (): Promise<boolean> =>
    (await world.call('GET /users/view/:id', { params: { id: fan.id } }, { token: operator.token })).data.isOnline;
  const tab = dial(fan.token);
  await logIn(tab, fan.token);
  tab.close();
  const other = openPresence(world.ctx);
  await eventually(async () => {
    world.clock.advance({ seconds: 31 });
    await other.beat();
    expect(await isOnline()).toBe(false);
  });
});

test('frames that are too large and floods of events end the connection', async () => {
  const fan = await signUpFan(world);
  const large = dial(fan.token);
  await connected(large);
  const first = closed(large);
  large.emit('auth/login', { token: 'x'.repeat(2 * limits.socketFrame_bytes) });
  await first;
  const fast = dial(fan.token);
  await connected(fast);
  const second = closed(fast);
  for (let n = 0; n < 10 * limits.socketEventsPerSecond; n += 1) fast.emit('auth/login', { token: fan.token });
  await second;
});

test('one account holds so many sockets and no more', async () => {
  const fan = await signUpFan(world);
  for (let n = 0; n < limits.socketsPerAccount; n += 1) expect((await logIn(dial(fan.token), fan.token)).ok).toBe(true);
  const extra = dial(null);
  await connected(extra);
  expect(await logIn(extra, fan.token)).toEqual({ ok: false, error: 'too_many_requests' });
});

test('a page of another site cannot open a socket', async () => {
  const fan = await signUpFan(world);
  const socket = dial(fan.token, world, { extraHeaders: { origin: 'https://elsewhere.example' } });
  await new Promise((resolve) => void socket.once('connect_error', resolve));
  expect(socket.connected).toBe(false);
});

describe('behind a proxy that refuses Upgrade', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeAll(async () => {
    proxy = await openProxy(world.url, 'refuses');
  });
  afterAll(() => proxy.close());
  const extraHeaders = () => ({ origin: world.ctx.config.siteUrl });

  test('a socket of the site connects by polling, logs in, and hears and says what others do', async () => {
    const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
    const socket = dial(fan.token, proxy, { tryAllTransports: true, extraHeaders: extraHeaders() });
    await connected(socket);
    expect(socket.io.engine.transport.name).toBe('polling');
    expect(await logIn(socket, fan.token)).toEqual({ ok: true, data: { accountId: fan.id } });
    const change = heard<{ siteName: string }>(socket, 'settings/changed');
    await world.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body: { value: 'By polling' } }, { token: operator.token });
    expect(await change).toMatchObject({ siteName: 'By polling' });
    expect(await socket.timeout(5000).emitWithAck('presence/watch', { accountIds: [] })).toMatchObject({ ok: true });
    const gone = closed(socket);
    await world.call('POST /auth/logout', {}, { token: fan.token });
    await gone;
  });

  test('polling is answered to the origin of the site alone, and without a session it is closed', async () => {
    const poll = (origin: string) => fetch(`${proxy.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    const own = await poll(world.ctx.config.siteUrl);
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, world.ctx.config.siteUrl]);
    const foreign = await poll('https://elsewhere.example');
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
    await closed(dial('nonsense', proxy, { transports: ['polling'], extraHeaders: extraHeaders() }));
  });
});
