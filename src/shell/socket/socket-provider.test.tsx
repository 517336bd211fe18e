/** The socket connection, with a real socket server on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, waitFor } from '@testing-library/react';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { fan, performer } from '../../../tests/kit/fixtures/accounts';
import { mockEndpoint, server as mockServer } from '../../../tests/kit/screens/fake-host';
import { openProxy } from '../../../tests/kit/processes/http-proxy';
import { renderScreen } from '../../../tests/kit/screens/render';
import { logoutRequested } from '@web/session/store/intents';
import { firstSettings } from '@web/session/store/first-settings';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { storeToken } from '@web/services/token';
import { usePresenceOf } from '@web/features/talk/messages/use-presence';
import { SiteInfoContext } from '../page/site-info';
import { SocketProvider } from './socket-provider';

/** The first import of the socket module fails. */
let failures = 1;
jest.mock('./open-socket', () => {
  if (failures-- > 0) throw new Error('no chunk');
  return jest.requireActual<object>('./open-socket');
});

const httpServer = createServer();
const sockets = new Server(httpServer, { cors: { origin: 'http://localhost' } });
let connections: Socket[] = [];
let logins: { id: string; token: string }[] = [];
let url = '';

beforeAll(async () => {
  mockServer.listen({ onUnhandledRequest: 'bypass' });
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', () => resolve()));
  url = `http://127.0.0.1:${String((httpServer.address() as AddressInfo).port)}`;
  sockets.on('connection', (socket) => {
    connections.push(socket);
    socket.on('auth/login', ({ token }: { token: string }, acknowledge?: (ack: object) => void) => {
      logins.push({ id: socket.id, token });
      acknowledge?.({ ok: true, data: { accountId: fan()._id } });
    });
    socket.on('presence/watch', ({ accountIds }: { accountIds: string[] }, acknowledge: (ack: object) => void) =>
      acknowledge({ ok: true, data: { online: accountIds.slice(0, 1) } }),
    );
  });
});
afterAll(async () => {
  mockServer.close();
  await sockets.close();
});
beforeEach(() => {
  connections = [];
  logins = [];
  mockEndpoint('GET /users/me', fan());
  mockEndpoint('POST /auth/logout', { ended: true });
});
afterEach(() => mockServer.resetHandlers());

const stamp = { eventId: 'event-1', at: '2026-01-01T00:00:00.000Z' };
const screen = (apiUrl = url) => (
  <SiteInfoContext.Provider
    value={{ apiUrl, siteUrl: 'http://localhost:3000', country: { blocked: false, country: null }, languages: ['en'] }}
  >
    <SocketProvider>page</SocketProvider>
  </SiteInfoContext.Provider>
);

async function connect() {
  const page = renderScreen(screen(), { user: fan(), path: '/home' });
  const status = () => page.store.getState().socket.status;
  await waitFor(() => expect(logins).toHaveLength(1));
  expect(status()).toBe('connected');
  return { ...page, status };
}

// Must be the first test, since a loaded module stays cached.
test('retries loading the socket module', async () => {
  const { unmount } = await connect();
  expect(failures).toBe(-1);
  unmount();
});

test('a guest has no connection', async () => {
  const guest = renderScreen(screen());
  const other = await connect();
  expect(connections).toHaveLength(1);
  expect(guest.store.getState().socket.status).toBe('initialized');
  other.unmount();
});

test('connects by websocket with the token in the query, and authenticates', async () => {
  const { unmount } = await connect();
  expect(connections[0]?.handshake.query['token']).toBe('token-of-the-test');
  expect(connections[0]?.conn.transport.name).toBe('websocket');
  expect(logins[0]?.token).toBe('token-of-the-test');
  unmount();
});

test('reconnects after a lost connection, and authenticates again', async () => {
  const { store, status, unmount } = await connect();
  const seen: string[] = [];
  store.subscribe(() => seen.at(-1) !== status() && seen.push(status()));
  connections[0]?.conn.close();
  await waitFor(() => expect(logins).toHaveLength(2));
  await waitFor(() => expect(seen).toEqual(['disconnect', 'reconnecting', 'connected']));
  unmount();
});

describe.each(['rejects', 'ignores'] as const)('behind a proxy that %s Upgrade requests', (upgradeMode) => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeEach(async () => {
    proxy = await openProxy(url, upgradeMode);
  });
  afterEach(() => proxy.close());

  test('connects by polling, authenticates and receives events', async () => {
    const { store, unmount } = renderScreen(screen(proxy.url), { user: fan(), path: '/home' });
    await waitFor(() => expect(logins).toHaveLength(1));
    expect(connections.at(-1)?.conn.transport.name).toBe('polling');
    expect(connections.at(-1)?.handshake.query['token']).toBe('token-of-the-test');
    connections.at(-1)?.emit('unread/changed', { ...stamp, conversations: 3, notifications: 4 });
    await waitFor(() => expect(store.getState().user.current?.unread).toEqual({ conversations: 3, notifications: 4 }));
    expect(store.getState().socket.status).toBe('connected');
    unmount();
  });
});

describe('after the first token of a tab has expired', () => {
  const closeExpired = (socket: Socket, next: () => void) => {
    next();
    if (socket.handshake.query['token'] === expiredToken) setTimeout(() => socket.disconnect(true), 5);
  };
  let expiredToken = '';
  beforeAll(() => void sockets.use(closeExpired));
  afterEach(() => {
    expiredToken = '';
    storeToken('token-of-the-test', false);
  });

  test('reconnects with the token of the cookie', async () => {
    const { status, unmount } = await connect();
    expiredToken = 'token-of-the-test';
    storeToken('second-token', false);
    connections[0]?.conn.close();
    await waitFor(() => expect(logins.at(-1)?.token).toBe('second-token'));
    expect(connections.at(-1)?.handshake.query['token']).toBe('second-token');
    await waitFor(() => expect(status()).toBe('connected'));
    unmount();
  });

  test("the end of the new token's session signs the user out", async () => {
    const { store, unmount } = await connect();
    storeToken('second-token', false);
    connections[0]?.conn.close();
    await waitFor(() => expect(logins.at(-1)?.token).toBe('second-token'));
    connections.at(-1)?.emit('session/ended', { ...stamp, sessionId: 's', reason: 'ended' });
    await waitFor(() => expect(store.getState().auth.loggedIn).toBe(false));
    unmount();
  });
});

test('reconnects with growing delays when the server keeps closing the connection', async () => {
  let refuses = true;
  const connectedAt: number[] = [];
  const refuse = (socket: Socket) => {
    connectedAt.push(performance.now());
    if (refuses) socket.disconnect(true);
  };
  sockets.on('connection', refuse);
  const { unmount } = renderScreen(screen(), { user: fan(), path: '/home' });
  await waitFor(() => expect(connectedAt.length).toBeGreaterThan(3));
  const waits = connectedAt.slice(1).map((instant, index) => instant - (connectedAt[index] ?? 0));
  expect(waits[1]).toBeGreaterThan(1.5 * (waits[0] ?? 0));
  expect(waits[2]).toBeGreaterThan(1.5 * (waits[1] ?? 0));
  refuses = false;
  sockets.off('connection', refuse);
  unmount();
});

test('refetches the account after every authentication, including the first', async () => {
  const requests = mockEndpoint('GET /users/me', fan({ name: 'Finn, as he is now' }));
  const { store, unmount } = await connect();
  await waitFor(() => expect(store.getState().user.current?.name).toBe('Finn, as he is now'));
  expect(requests).toHaveLength(1);
  connections[0]?.conn.close();
  await waitFor(() => expect(requests).toHaveLength(2));
  unmount();
});

test.each([
  ['a fan', fan(), [60, 50]],
  ['a performer', performer(), [60, 70]],
] as const)('refetches the balance of %s after events in another order', async (_role, user, [first, second]) => {
  const page = renderScreen(screen(), { user: { ...user, balance: 50 }, path: '/home' });
  const balance = () => page.store.getState().user.current?.balance;
  mockEndpoint('GET /users/me', { ...user, balance: 50 });
  await waitFor(() => expect(logins).toHaveLength(1));
  mockEndpoint('GET /users/me', { ...user, balance: 60 });
  const changed = { ...stamp, reason: 'charge', subjectId: '', change: 10 };
  connections[0]?.emit('wallet/balance-changed', { ...changed, eventId: 'later', balance: 60 });
  await waitFor(() => expect(balance()).toBe(first));
  connections[0]?.emit('wallet/balance-changed', { ...changed, eventId: 'earlier', balance: 50 });
  await waitFor(() => expect(balance()).toBe(second));
  await waitFor(() => expect(balance()).toBe(60));
  page.unmount();
});

test('refetches the unread counts after concurrent events', async () => {
  const { store, unmount } = await connect();
  const unread = () => store.getState().user.current?.unread.conversations;
  const requests = mockEndpoint('GET /users/me', fan({ unread: { conversations: 2, notifications: 0 } }));
  const counted = { ...stamp, conversations: 1, notifications: 0 };
  connections[0]?.emit('unread/changed', { ...counted, eventId: 'from one' });
  connections[0]?.emit('unread/changed', { ...counted, eventId: 'from another' });
  await waitFor(() => expect(unread()).toBe(1));
  await waitFor(() => expect(unread()).toBe(2));
  expect(requests).toHaveLength(1);
  unmount();
});

test('reconnects after the server closed the connection', async () => {
  const { unmount } = await connect();
  connections[0]?.disconnect(true);
  await waitFor(() => expect(logins).toHaveLength(2));
  unmount();
});

test('sign-out closes the connection', async () => {
  const { store, unmount } = await connect();
  act(() => void store.dispatch(logoutRequested()));
  await waitFor(() => expect(connections[0]?.disconnected).toBe(true));
  expect(store.getState().socket.status).toBe('initialized');
  unmount();
});

test('a session ended elsewhere redirects to sign-in, as a 401 does', async () => {
  const { store, navigations, unmount } = await connect();
  connections[0]?.emit('session/ended', { ...stamp, sessionId: 's', reason: 'ended' });
  await waitFor(() => expect(navigations()).toEqual(['/auth/login?next=%2Fhome']));
  expect(store.getState().auth.login.error?.message).toBe('Forbidden in the action!');
  unmount();
});

test('updates the unread counts', async () => {
  const { store, unmount } = await connect();
  connections[0]?.emit('unread/changed', { ...stamp, conversations: 2, notifications: 5 });
  await waitFor(() => expect(store.getState().user.current?.unread).toEqual({ conversations: 2, notifications: 5 }));
  unmount();
});

const notification = (changes: object) => ({
  ...stamp,
  _id: 'notification-1',
  actor: null,
  count: 1,
  text: 'Your order O-1 (Mug) is on its way.',
  link: '/orders/1',
  isRead: false,
  createdAt: stamp.at,
  updatedAt: stamp.at,
  type: 'order',
  ...changes,
});

test('shows toasts with links for live shows and orders, and marks them as read when followed', async () => {
  const { unmount } = await connect();
  const read = mockEndpoint('POST /notifications/read', { unread: 0 });
  const shownToasts = () => toasts.read().map(({ text, link }) => [text, link?.label, link?.href]);
  connections[0]?.emit('notification/created', notification({ type: 'like', text: 'liked your post.' }));
  connections[0]?.emit('notification/created', notification({ eventId: 'event-2', link: location.pathname }));
  connections[0]?.emit('notification/created', notification({ eventId: 'event-3' }));
  const live = { type: 'stream_live', actor: { name: 'Ada' }, text: 'is live.', link: '/live/ada' };
  connections[0]?.emit('notification/created', notification({ eventId: 'event-4', ...live }));
  await waitFor(() =>
    expect(shownToasts()).toEqual([
      ['Your order O-1 (Mug) is on its way.', 'See order', '/orders/1'],
      ['Ada is live.', 'Watch', '/live/ada'],
    ]),
  );
  toasts.read()[0]?.link?.onFollow();
  await waitFor(() => expect(read).toMatchObject([{ body: { ids: ['notification-1'] } }]));
  act(() => toasts.read().forEach(({ id }) => dismissToast(id)));
  unmount();
});

test('refetches the account once the identity verification is decided', async () => {
  const { store, unmount } = await connect();
  mockEndpoint('GET /users/me', fan({ name: 'Finn, as he is now' }));
  connections[0]?.emit('notification/created', notification({ type: 'verification' }));
  await waitFor(() => expect(store.getState().user.current?.name).toBe('Finn, as he is now'));
  unmount();
});

test('applies changed settings and presence immediately', async () => {
  const { store, unmount } = await connect();
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

test('subscribes to the presence of accounts on screen after authentication', async () => {
  const page = renderScreen(
    <SiteInfoContext.Provider
      value={{ apiUrl: url, siteUrl: 'http://localhost:3000', country: { blocked: false, country: null }, languages: ['en'] }}
    >
      <SocketProvider>
        <Watching />
      </SocketProvider>
    </SiteInfoContext.Provider>,
    { user: fan(), path: '/home' },
  );
  await waitFor(() => expect(page.store.getState().presence.isOnline).toEqual({ ada: true, bruno: false }));
  connections[0]?.emit('unread/changed', { ...stamp, conversations: 2, notifications: 1 });
  await waitFor(() => expect(page.store.getState().user.current?.unread).toEqual({ conversations: 2, notifications: 1 }));
  page.unmount();
});
