/** Stories of the connection, with a real socket server on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, waitFor } from '@testing-library/react';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { fan, performer } from '../../../tests/kit/answers/accounts';
import { answer, server as host } from '../../../tests/kit/screens/fake-host';
import { openProxy } from '../../../tests/kit/processes/http-proxy';
import { renderScreen } from '../../../tests/kit/screens/render';
import { logoutAsked } from '@web/session/intents';
import { firstSettings } from '@web/session/store/first-settings';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { storeToken } from '@web/services/token';
import { usePresenceOf } from '@web/session/use-presence';
import { SiteFactsContext } from '../facts';
import { SocketProvider } from './socket-provider';

/** The code of the socket does not come the first time. */
let failures = 1;
jest.mock('./open-socket', () => {
  if (failures-- > 0) throw new Error('no chunk');
  return jest.requireActual<object>('./open-socket');
});

const wire = createServer();
const sockets = new Server(wire, { cors: { origin: 'http://localhost' } });
let connections: Socket[] = [];
let logins: { id: string; token: string }[] = [];
let url = '';

beforeAll(async () => {
  host.listen({ onUnhandledRequest: 'bypass' });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', () => resolve()));
  url = `http://127.0.0.1:${String((wire.address() as AddressInfo).port)}`;
  sockets.on('connection', (socket) => {
    connections.push(socket);
    socket.on('auth/login', ({ token }: { token: string }, answered?: (ack: object) => void) => {
      logins.push({ id: socket.id, token });
      answered?.({ ok: true, data: { accountId: fan()._id } });
    });
    socket.on('presence/watch', ({ accountIds }: { accountIds: string[] }, answered: (ack: object) => void) =>
      answered({ ok: true, data: { online: accountIds.slice(0, 1) } }),
    );
  });
});
afterAll(async () => {
  host.close();
  await sockets.close();
});
beforeEach(() => {
  connections = [];
  logins = [];
  answer('GET /users/me', fan());
  answer('POST /auth/logout', { ended: true });
});
afterEach(() => host.resetHandlers());

const stamp = { eventId: 'event-1', at: '2026-01-01T00:00:00.000Z' };
const screen = (apiUrl = url) => (
  <SiteFactsContext.Provider
    value={{ apiUrl, siteUrl: 'http://localhost:3000', country: { blocked: false, country: null }, languages: ['en'] }}
  >
    <SocketProvider>page</SocketProvider>
  </SiteFactsContext.Provider>
);

async function connected() {
  const page = renderScreen(screen(), { user: fan(), path: '/home' });
  const status = () => page.store.getState().socket.status;
  await waitFor(() => expect(logins).toHaveLength(1), { timeout: 5000 });
  expect(status()).toBe('connected');
  return { ...page, status };
}

// First of all stories: code that has come once is kept.
test('code that did not come is asked for again', async () => {
  const { unmount } = await connected();
  expect(failures).toBe(-1);
  unmount();
});

test('a guest has no connection', async () => {
  const guest = renderScreen(screen());
  const other = await connected();
  expect(connections).toHaveLength(1);
  expect(guest.store.getState().socket.status).toBe('initialized');
  other.unmount();
});

test('signed in, it carries the token in its query, takes a websocket first, and proves itself', async () => {
  const { unmount } = await connected();
  expect(connections[0]?.handshake.query['token']).toBe('token-of-the-test');
  expect(connections[0]?.conn.transport.name).toBe('websocket');
  expect(logins[0]?.token).toBe('token-of-the-test');
  unmount();
});

test('a line that broke comes back, and proves itself again', async () => {
  const { store, status, unmount } = await connected();
  const seen: string[] = [];
  store.subscribe(() => seen.at(-1) !== status() && seen.push(status()));
  connections[0]?.conn.close();
  await waitFor(() => expect(logins).toHaveLength(2), { timeout: 10_000 });
  await waitFor(() => expect(seen).toEqual(['disconnect', 'reconnecting', 'connected']));
  unmount();
});

describe.each(['refuses', 'never answers'] as const)('behind a proxy that %s Upgrade', (upgrade) => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeEach(async () => {
    proxy = await openProxy(url, upgrade);
  });
  afterEach(() => proxy.close());

  test('the socket connects by polling, proves itself and hears events', async () => {
    const { store, unmount } = renderScreen(screen(proxy.url), { user: fan(), path: '/home' });
    await waitFor(() => expect(logins).toHaveLength(1), { timeout: 20_000 });
    expect(connections.at(-1)?.conn.transport.name).toBe('polling');
    expect(connections.at(-1)?.handshake.query['token']).toBe('token-of-the-test');
    connections.at(-1)?.emit('unread/changed', { ...stamp, conversations: 3, notifications: 4 });
    await waitFor(() => expect(store.getState().user.current?.unread).toEqual({ conversations: 3, notifications: 4 }));
    expect(store.getState().socket.status).toBe('connected');
    unmount();
  }, 30_000);
});

describe('once the first token of a tab has ended', () => {
  const closeEnded = (socket: Socket, next: () => void) => {
    next();
    if (socket.handshake.query['token'] === ended) setTimeout(() => socket.disconnect(true), 5);
  };
  let ended = '';
  beforeAll(() => void sockets.use(closeEnded));
  afterEach(() => {
    ended = '';
    storeToken('token-of-the-test', false);
  });

  test('a lost connection is opened with the token of the cookie', async () => {
    const { status, unmount } = await connected();
    ended = 'token-of-the-test';
    storeToken('second-token', false);
    connections[0]?.conn.close();
    await waitFor(() => expect(logins.at(-1)?.token).toBe('second-token'), { timeout: 5000 });
    expect(connections.at(-1)?.handshake.query['token']).toBe('second-token');
    await waitFor(() => expect(status()).toBe('connected'));
    unmount();
  });

  test('the end of the session of the later token signs the person out', async () => {
    const { store, unmount } = await connected();
    storeToken('second-token', false);
    connections[0]?.conn.close();
    await waitFor(() => expect(logins.at(-1)?.token).toBe('second-token'), { timeout: 5000 });
    connections.at(-1)?.emit('session/ended', { ...stamp, sessionId: 's', reason: 'ended' });
    await waitFor(() => expect(store.getState().auth.loggedIn).toBe(false));
    unmount();
  });
});

test('a host that keeps closing the connection is asked again at growing intervals', async () => {
  let refuses = true;
  const at: number[] = [];
  const refuse = (socket: Socket) => {
    at.push(performance.now());
    if (refuses) socket.disconnect(true);
  };
  sockets.on('connection', refuse);
  const { unmount } = renderScreen(screen(), { user: fan(), path: '/home' });
  await waitFor(() => expect(at.length).toBeGreaterThan(3), { timeout: 12_000 });
  const waits = at.slice(1).map((instant, index) => instant - (at[index] ?? 0));
  expect(waits[1]).toBeGreaterThan(1.5 * (waits[0] ?? 0));
  expect(waits[2]).toBeGreaterThan(1.5 * (waits[1] ?? 0));
  refuses = false;
  sockets.off('connection', refuse);
  unmount();
}, 20_000);

test('own facts are read after every proven connection, the first included', async () => {
  const asked = answer('GET /users/me', fan({ name: 'Finn, as he is now' }));
  const { store, unmount } = await connected();
  await waitFor(() => expect(store.getState().user.current?.name).toBe('Finn, as he is now'));
  expect(asked).toHaveLength(1);
  connections[0]?.conn.close();
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 5000 });
  unmount();
});

test.each([
  ['a fan', fan(), [60, 50]],
  ['a performer', performer(), [60, 70]],
] as const)('the balance of %s is read after events that came in another order or twice', async (_who, user, [first, second]) => {
  const page = renderScreen(screen(), { user: { ...user, balance: 50 }, path: '/home' });
  const balance = () => page.store.getState().user.current?.balance;
  answer('GET /users/me', { ...user, balance: 50 });
  await waitFor(() => expect(logins).toHaveLength(1), { timeout: 5000 });
  answer('GET /users/me', { ...user, balance: 60 });
  const changed = { ...stamp, reason: 'charge', subjectId: '', change: 10 };
  connections[0]?.emit('wallet/balance-changed', { ...changed, eventId: 'later', balance: 60 });
  await waitFor(() => expect(balance()).toBe(first));
  connections[0]?.emit('wallet/balance-changed', { ...changed, eventId: 'earlier', balance: 50 });
  await waitFor(() => expect(balance()).toBe(second));
  await waitFor(() => expect(balance()).toBe(60), { timeout: 5000 });
  page.unmount();
});

test('a connection that the host closes is opened again while one is signed in', async () => {
  const { unmount } = await connected();
  connections[0]?.disconnect(true);
  await waitFor(() => expect(logins).toHaveLength(2), { timeout: 10_000 });
  unmount();
});

test('signing out closes it', async () => {
  const { store, unmount } = await connected();
  act(() => void store.dispatch(logoutAsked()));
  await waitFor(() => expect(connections[0]?.disconnected).toBe(true));
  expect(store.getState().socket.status).toBe('initialized');
  unmount();
});

test('a session that ends elsewhere takes the person to sign-in, as a 401 does', async () => {
  const { store, navigations, unmount } = await connected();
  connections[0]?.emit('session/ended', { ...stamp, sessionId: 's', reason: 'ended' });
  await waitFor(() => expect(navigations()).toEqual(['/auth/login?next=%2Fhome']));
  expect(store.getState().auth.login.error?.message).toBe('Forbidden in the action!');
  unmount();
});

test('how much is unread is heard', async () => {
  const { store, unmount } = await connected();
  connections[0]?.emit('unread/changed', { ...stamp, conversations: 2, notifications: 5 });
  await waitFor(() => expect(store.getState().user.current?.unread).toEqual({ conversations: 2, notifications: 5 }));
  unmount();
});

const told = (changes: object) => ({
  ...{ ...stamp, _id: 'told-1', actor: null, count: 1, text: 'Your order O-1 (Mug) is on its way.', link: '/orders/1' },
  ...{ isRead: false, createdAt: stamp.at, updatedAt: stamp.at, type: 'order', ...changes },
});

test('a show that begins and an order that moves pass by with the way there, and count as read on it', async () => {
  const { unmount } = await connected();
  const read = answer('POST /notifications/read', { unread: 0 });
  const said = () => toasts.read().map(({ text, way }) => [text, way?.label, way?.href]);
  connections[0]?.emit('notification/created', told({ type: 'like', text: 'liked your post.' }));
  connections[0]?.emit('notification/created', told({ eventId: 'event-2', link: location.pathname }));
  connections[0]?.emit('notification/created', told({ eventId: 'event-3' }));
  const live = { type: 'stream_live', actor: { name: 'Ada' }, text: 'is live.', link: '/live/ada' };
  connections[0]?.emit('notification/created', told({ eventId: 'event-4', ...live }));
  await waitFor(() =>
    expect(said()).toEqual([
      ['Your order O-1 (Mug) is on its way.', 'See order', '/orders/1'],
      ['Ada is live.', 'Watch', '/live/ada'],
    ]),
  );
  toasts.read()[0]?.way?.onGo();
  await waitFor(() => expect(read).toMatchObject([{ body: { ids: ['told-1'] } }]));
  act(() => toasts.read().forEach(({ id }) => dropToast(id)));
  unmount();
});

test('papers that were decided on open what they open without a reload', async () => {
  const { store, unmount } = await connected();
  answer('GET /users/me', fan({ name: 'Finn, as he is now' }));
  connections[0]?.emit('notification/created', told({ type: 'verification' }));
  await waitFor(() => expect(store.getState().user.current?.name).toBe('Finn, as he is now'));
  unmount();
});

test('changed settings hold at once, and so does who is online', async () => {
  const { store, unmount } = await connected();
  connections[0]?.emit('settings/changed', { ...firstSettings, ...stamp, siteName: 'Stage', maintenanceMode: true });
  connections[0]?.emit('presence/changed', { ...stamp, accountId: 'ada', isOnline: true });
  await waitFor(() => expect(store.getState().presence.isOnline['ada']).toBe(true));
  expect(store.getState().settings).toEqual({ ...firstSettings, siteName: 'Stage', maintenanceMode: true });
  expect(store.getState().ui.siteName).toBe('Stage');
  unmount();
});

function Watching() {
  usePresenceOf(['ada', 'bruno']);
  return null;
}

test('proven, it is told whose presence the screens show, and believed about how much is unread', async () => {
  const page = renderScreen(
    <SiteFactsContext.Provider
      value={{ apiUrl: url, siteUrl: 'http://localhost:3000', country: { blocked: false, country: null }, languages: ['en'] }}
    >
      <SocketProvider>
        <Watching />
      </SocketProvider>
    </SiteFactsContext.Provider>,
    { user: fan(), path: '/home' },
  );
  await waitFor(() => expect(page.store.getState().presence.isOnline).toEqual({ ada: true, bruno: false }), { timeout: 5000 });
  connections[0]?.emit('unread/changed', { ...stamp, conversations: 2, notifications: 1 });
  await waitFor(() => expect(page.store.getState().user.current?.unread).toEqual({ conversations: 2, notifications: 1 }));
  page.unmount();
});
