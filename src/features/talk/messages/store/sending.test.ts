/** The send queue, tested through the store, with the API mocked over HTTP or unreachable. */
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import Cookies from 'js-cookie';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, server, fakeHostUrl } from '../../../../../tests/kit/screens/fake-host';
import {
  ada,
  closeSession,
  conversation,
  me,
  openSession,
  openSocket,
  ownMessage,
  page,
  startChatTests,
} from '../../../../../tests/kit/screens/conversations';
import { sessionEnded, loginSucceeded } from '@web/session/store/auth.slice';
import { logoutRequested, sessionRejected } from '@web/session/store/intents';
import { onApiError } from '@web/services/api';
import { storeToken } from '@web/services/token';
import { conversationAdded } from './conversations.slice';
import { conversationOpened, messageSubmitted, retryRequested, queuedMessageDropped } from './intents';

startChatTests();

const endpoint = 'POST /messages/conversations/:id';
const endpointUrl = `${fakeHostUrl}/messages/conversations/:id`;

async function openStore(user = fan()) {
  const chat = openSession(user);
  await waitFor(() => expect(chat.state().queue).toBeDefined());
  const write = (text: string, changes: object = {}): void =>
    void chat.store.dispatch(
      messageSubmitted({ conversationId: 'c1', text, files: [], price: null, replyTo: null, expectedPrice: 0, ...changes }),
    );
  return { ...chat, write, waiting: () => chat.state().queue.map(({ text, state }) => `${text} ${state}`) };
}

interface Body {
  text: string;
  clientKey: string;
}

/** Mocks an API that stores one message per key, even when requests are repeated. */
function mockDeduplicatingApi() {
  const received: (Body & { conversationId: string })[] = [];
  const requests = mockEndpoint(endpoint, ({ body, params }) => {
    const { text, clientKey } = body as Body;
    const conversationId = String(params['id']);
    if (!received.some((one) => one.clientKey === clientKey)) received.push({ text, clientKey, conversationId });
    const seq = received.findIndex((one) => one.clientKey === clientKey) + 1;
    return ownMessage(seq, { conversationId, text, clientKey });
  });
  return { received, requests, texts: () => received.map(({ text }) => text) };
}

const texts = Array.from({ length: 20 }, (_, index) => `line ${String(index + 1)}`);

beforeEach(() => {
  mockEndpoint('GET /conversations/:id', conversation('c1'));
});

test('sends a message and shows it in the thread once, though it is also received as an event', async () => {
  let release: () => void = () => undefined;
  const sent = mockEndpoint(endpoint, async ({ body }) => {
    await new Promise<void>((resolve) => (release = resolve));
    return ownMessage(1, { text: 'hello', clientKey: (body as Body).clientKey });
  });
  const { store, state, write, waiting } = await openStore();
  const socket = openSocket(store);
  write('hello', { price: 5, files: [{ _id: 'f1' }], expectedPrice: 2 });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(state().threads.sendMessage.sending).toBe(true);
  expect(waiting()).toEqual(['hello sending']);
  const key = sent[0]?.headers.get('idempotency-key');
  expect(sent[0]?.body).toEqual({ text: 'hello', fileIds: ['f1'], clientKey: key, isSale: true, price: 5, expectedPrice: 2 });
  release();
  await waitFor(() => expect(state().threads.sendMessage).toMatchObject({ sending: false, error: null, data: { _id: 'm1' } }));
  socket.receive('message/created', ownMessage(1, { text: 'hello', clientKey: key ?? null }));
  expect(state().threads.byConversation['c1']?.items).toHaveLength(1);
  await waitFor(() => expect(waiting()).toEqual([]));
  expect(Object.keys(localStorage)).toEqual([]);
});

test('sends 20 messages written while offline once each and in order after the reconnect', async () => {
  const failedRequests = mockNetworkError(endpoint);
  const { store, write, waiting } = await openStore();
  for (const text of texts) write(text);
  await waitFor(() => expect(failedRequests.length).toBeGreaterThan(0));
  expect(waiting()).toHaveLength(20);
  const api = mockDeduplicatingApi();
  openSocket(store);
  await waitFor(() => expect(api.texts()).toEqual(texts));
  await waitFor(() => expect(waiting()).toEqual([]));
  expect(api.requests).toHaveLength(20);
});

test('resumes immediately on the `online` event', async () => {
  const failedRequests = mockNetworkError(endpoint);
  const { write } = await openStore();
  write('hello');
  await waitFor(() => expect(failedRequests).toHaveLength(1));
  const api = mockDeduplicatingApi();
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(api.texts()).toEqual(['hello']);
  });
});

test('resumes after a reload and creates no duplicate after a lost response', async () => {
  const api = mockDeduplicatingApi();
  // The API stores the third message, and its response is lost.
  let count = 0;
  server.use(
    http.post(endpointUrl, async ({ request, params }) => {
      count += 1;
      if (count < 3) return undefined;
      const body = (await request.clone().json()) as Body;
      if (count === 3) api.received.push({ text: body.text, clientKey: body.clientKey, conversationId: String(params['id']) });
      return HttpResponse.error();
    }),
  );
  const before = await openStore();
  for (const text of texts) before.write(text);
  await waitFor(() => expect(count).toBe(3));
  closeSession(before.store);
  expect(api.texts()).toEqual(texts.slice(0, 3));

  const requests = remockApi(api.received);
  const after = await openStore();
  await waitFor(() => expect(api.texts()).toEqual(texts));
  await waitFor(() => expect(after.waiting()).toEqual([]));
  expect(requests[0]?.headers.get('idempotency-key')).toBe(api.received[2]?.clientKey);
});

/** Mocks the same API after it is reachable again. */
function remockApi(received: (Body & { conversationId: string })[]) {
  return mockEndpoint(endpoint, ({ body, params }) => {
    const { text, clientKey } = body as Body;
    if (!received.some((one) => one.clientKey === clientKey)) received.push({ text, clientKey, conversationId: String(params['id']) });
    return ownMessage(received.findIndex((one) => one.clientKey === clientKey) + 1, { text, clientKey });
  });
}

test.each([429, 503])('waits for Retry-After on status %i before it sends again', async (status) => {
  let requestTimes_ms: number[] = [];
  const api = mockDeduplicatingApi();
  const { store, write } = await openStore();
  server.use(
    http.post(endpointUrl, () => {
      requestTimes_ms = [...requestTimes_ms, performance.now()];
      const body = { statusCode: status, error: 'too_many_requests', message: 'Wait.', requestId: 'r' };
      return requestTimes_ms.length > 1 ? undefined : HttpResponse.json(body, { status, headers: { 'Retry-After': '2' } });
    }),
  );
  write('hello');
  await waitFor(() => expect(requestTimes_ms).toHaveLength(1));
  // Other signals to resume are ignored until then.
  openSocket(store);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(api.texts()).toEqual(['hello']));
  expect((requestTimes_ms[1] ?? 0) - (requestTimes_ms[0] ?? 0)).toBeGreaterThanOrEqual(1900);
});

test('marks a rejected message with the reason; it blocks later ones of its conversation, but not other conversations', async () => {
  const rejectedRequests = mockError(endpoint, 'insufficient_balance', { message: 'Your balance is too low.' });
  const { state, store, write, waiting } = await openStore();
  write('first');
  await waitFor(() => expect(waiting()).toEqual(['first failed']));
  const { reason } = state().queue[0] ?? {};
  expect(reason).toMatchObject({ code: 'insufficient_balance', message: 'Your balance is too low.' });
  expect(state().threads.sendMessage).toMatchObject({ sending: false, error: { code: 'insufficient_balance' } });

  const api = mockDeduplicatingApi();
  write('second');
  write('elsewhere', { conversationId: 'c2' });
  await waitFor(() => expect(api.texts()).toEqual(['elsewhere']));
  expect(waiting()).toEqual(['first failed', 'second waiting']);
  store.dispatch(retryRequested(state().queue[0]?.key ?? ''));
  await waitFor(() => expect(api.texts()).toEqual(['elsewhere', 'first', 'second']));
  expect(api.received[1]?.clientKey).toBe((rejectedRequests[0]?.body as Body).clientKey);
});

test('sends the next message after a failed one is dropped', async () => {
  mockError(endpoint, 'blocked_by_user');
  const { state, store, write, waiting } = await openStore();
  write('first');
  await waitFor(() => expect(waiting()).toEqual(['first failed']));
  const api = mockDeduplicatingApi();
  write('second');
  store.dispatch(queuedMessageDropped(state().queue[0]?.key ?? ''));
  await waitFor(() => expect(api.texts()).toEqual(['second']));
  await waitFor(() => expect(waiting()).toEqual([]));
});

test('accepts the new price when the user retries after a price change', async () => {
  mockError(endpoint, 'price_changed');
  mockEndpoint('GET /conversations/:id', conversation('c1', { messagePrice: 3 }));
  const { state, store, write, waiting } = await openStore();
  store.dispatch(conversationAdded(conversation('c1', { messagePrice: 1 })));
  write('hello', { expectedPrice: 1 });
  await waitFor(() => expect(waiting()).toEqual(['hello failed']));
  await waitFor(() => expect(state().conversations.mapping['c1']?.messagePrice).toBe(3));
  const api = mockDeduplicatingApi();
  store.dispatch(retryRequested(state().queue[0]?.key ?? ''));
  await waitFor(() => expect(api.requests[0]?.body).toMatchObject({ expectedPrice: 3 }));
});

test('keeps the queue for the same account, and for no other, when the session ends', async () => {
  mockError(endpoint, 'session_ended');
  const { state, store, write, waiting } = await openStore();
  const unsubscribe = onApiError((error, token) => error.statusCode === 401 && store.dispatch(sessionRejected({ token })));
  write('one');
  write('two');
  await waitFor(() => expect(state().auth.loggedIn).toBe(false));
  unsubscribe();
  expect(waiting()).toEqual([]);
  const api = mockDeduplicatingApi();
  storeToken('token-of-ada', true);
  store.dispatch(loginSucceeded({ user: performer(), expiresAt: null }));
  await waitFor(() => expect(state().user.current?._id).toBe(ada));
  expect(waiting()).toEqual([]);
  store.dispatch(sessionEnded());
  storeToken('newer-token', true);
  store.dispatch(loginSucceeded({ user: fan(), expiresAt: null }));
  await waitFor(() => expect(api.texts()).toEqual(['one', 'two']));
  expect(api.requests.map(({ token }) => token)).toEqual(['newer-token', 'newer-token']);
});

test('the queue is cleared on sign-out, like drafts', async () => {
  mockNetworkError(endpoint);
  mockEndpoint('POST /auth/logout', { ended: true });
  const { store, write } = await openStore();
  write('hello');
  expect(Object.keys(localStorage)).toHaveLength(1);
  store.dispatch(logoutRequested());
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
});

test('sends nothing as another account after another tab has signed in', async () => {
  const api = mockDeduplicatingApi();
  const reads = mockEndpoint('GET /users/me', performer());
  const { write, waiting } = await openStore();
  Cookies.set('token', 'token-of-ada');
  write('hello');
  await waitFor(() => expect(reads.length).toBeGreaterThan(0));
  expect(api.requests).toHaveLength(0);
  expect(waiting()).toEqual(['hello waiting']);
});

test('sends from one of two tabs at a time', async () => {
  let last: Promise<unknown> = Promise.resolve();
  let concurrentCount = 0;
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<void>) => (last = last.then(work)),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  const api = mockDeduplicatingApi();
  const sent = mockEndpoint(endpoint, async ({ body, params }) => {
    concurrentCount += 1;
    expect(concurrentCount).toBe(1);
    await Promise.resolve();
    const { text, clientKey } = body as Body;
    api.received.push({ text, clientKey, conversationId: String(params['id']) });
    concurrentCount -= 1;
    return ownMessage(api.received.length, { text, clientKey });
  });
  const [one, other] = [await openStore(), await openStore()];
  const dispatchStorageEvent = () => window.dispatchEvent(new StorageEvent('storage', { key: `draft:${me}:message/x` }));
  for (const text of texts.slice(0, 5)) {
    one.write(text);
    dispatchStorageEvent();
    other.write(`${text} there`);
    dispatchStorageEvent();
  }
  await waitFor(() => expect(api.received).toHaveLength(10));
  dispatchStorageEvent();
  await waitFor(() => expect([one.waiting(), other.waiting()]).toEqual([[], []]));
  expect(sent).toHaveLength(10);
  expect(api.texts().filter((text) => !text.endsWith('there'))).toEqual(texts.slice(0, 5));
  Reflect.deleteProperty(navigator, 'locks');
});

test('fetches the messages missing before a sent one', async () => {
  mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  mockEndpoint('GET /messages/conversations/:id', page(1, 3));
  const { store, state, write } = await openStore();
  store.dispatch(conversationOpened({ id: 'c1' }));
  await waitFor(() => expect(state().threads.byConversation['c1']?.isLoaded).toBe(true));
  const reads = mockEndpoint('GET /messages/conversations/:id', { ...page(4, 5), nextCursor: null });
  mockEndpoint(endpoint, ({ body }) => ownMessage(5, { clientKey: (body as Body).clientKey }));
  write('hello');
  await waitFor(() => expect(state().threads.byConversation['c1']?.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]));
  expect(reads[0]?.query.get('after')).toBe('3');
});

describe('on a site without TLS', () => {
  const { randomUUID } = crypto;
  beforeEach(() => void Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true }));
  afterEach(() => void Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true }));

  test('messages are sent though the browser offers no randomUUID', async () => {
    const api = mockDeduplicatingApi();
    const { write } = await openStore();
    write('hello');
    await waitFor(() => expect(api.texts()).toEqual(['hello']));
  });
});

test('an unexpected error is logged, and later messages are sent', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const api = mockDeduplicatingApi();
  const { write } = await openStore();
  const bug = new Error('a bug');
  // Later than the pause between two starts.
  const now = jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 60_000);
  jest.spyOn(Date.prototype, 'toISOString').mockImplementationOnce(() => {
    throw bug;
  });
  write('lost');
  now.mockRestore();
  write('hello');
  await waitFor(() => expect(api.texts()).toEqual(['hello']));
  expect(logged).toHaveBeenCalledWith(bug);
  logged.mockRestore();
});
