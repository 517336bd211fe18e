/** Stories of the queue of what was written: through the store, with the host answering over HTTP or away. */
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import Cookies from 'js-cookie';
import { fan, performer } from '../../../../../tests/kit/answers/accounts';
import { answer, cutOff, refuse, server, testHost } from '../../../../../tests/kit/screens/fake-host';
import {
  ada,
  closeChat,
  conversation,
  me,
  openChat,
  openLine,
  ownMessage,
  page,
  startTestChats,
} from '../../../../../tests/support/conversations';
import { sessionEnded, loginSucceeded } from '@web/session/store/auth.slice';
import { logoutAsked, sessionRefused } from '@web/session/intents';
import { onRefused } from '@web/services/api';
import { storeToken } from '@web/services/token';
import { conversationAdded } from './conversations.slice';
import { conversationOpened, messageSubmitted, retryAsked, waitingDropped } from '../../../messages/intents';

startTestChats();

const name = 'POST /messages/conversations/:id';
const address = `${testHost}/messages/conversations/:id`;
const patient = { timeout: 8000 };

async function opened(user = fan()) {
  const chat = openChat(user);
  await waitFor(() => expect(chat.state().waiting).toBeDefined());
  const write = (text: string, changes: object = {}): void =>
    void chat.store.dispatch(
      messageSubmitted({ conversationId: 'c1', text, files: [], price: null, replyTo: null, expectedPrice: 0, ...changes }),
    );
  return { ...chat, write, waiting: () => chat.state().waiting.map(({ text, state }) => `${text} ${state}`) };
}

interface Body {
  text: string;
  clientKey: string;
}

/** A host that keeps what it gets, one message for each key, whatever it answered before. */
function keepingHost() {
  const kept: (Body & { conversationId: string })[] = [];
  const heard = answer(name, ({ body, params }) => {
    const { text, clientKey } = body as Body;
    const conversationId = String(params['id']);
    if (!kept.some((one) => one.clientKey === clientKey)) kept.push({ text, clientKey, conversationId });
    const seq = kept.findIndex((one) => one.clientKey === clientKey) + 1;
    return ownMessage(seq, { conversationId, text, clientKey });
  });
  return { kept, heard, texts: () => kept.map(({ text }) => text) };
}

const texts = Array.from({ length: 20 }, (_, index) => `line ${String(index + 1)}`);

beforeEach(() => {
  answer('GET /conversations/:id', conversation('c1'));
});

test('sending is under way, then the message stands in the thread once, though it is told twice', async () => {
  let release: () => void = () => undefined;
  const sent = answer(name, async ({ body }) => {
    await new Promise<void>((resolve) => (release = resolve));
    return ownMessage(1, { text: 'hello', clientKey: (body as Body).clientKey });
  });
  const { store, state, write, waiting } = await opened();
  const line = openLine(store);
  write('hello', { price: 5, files: [{ _id: 'f1' }], expectedPrice: 2 });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(state().threads.sendMessage.sending).toBe(true);
  expect(waiting()).toEqual(['hello sending']);
  const key = sent[0]?.headers.get('idempotency-key');
  expect(sent[0]?.body).toEqual({ text: 'hello', fileIds: ['f1'], clientKey: key, isSale: true, price: 5, expectedPrice: 2 });
  release();
  await waitFor(() => expect(state().threads.sendMessage).toMatchObject({ sending: false, error: null, data: { _id: 'm1' } }));
  line.tell('message/created', ownMessage(1, { text: 'hello', clientKey: key ?? null }));
  expect(state().threads.byConversation['c1']?.items).toHaveLength(1);
  await waitFor(() => expect(waiting()).toEqual([]));
  expect(Object.keys(localStorage)).toEqual([]);
});

test('20 messages written while the host is away arrive once each and in order when the connection is back', async () => {
  const away = cutOff(name);
  const { store, write, waiting } = await opened();
  for (const text of texts) write(text);
  await waitFor(() => expect(away.length).toBeGreaterThan(0));
  expect(waiting()).toHaveLength(20);
  const host = keepingHost();
  openLine(store);
  await waitFor(() => expect(host.texts()).toEqual(texts), patient);
  await waitFor(() => expect(waiting()).toEqual([]));
  expect(host.heard).toHaveLength(20);
});

test('`online` lets it go on at once, too', async () => {
  const away = cutOff(name);
  const { write } = await opened();
  write('hello');
  await waitFor(() => expect(away).toHaveLength(1));
  const host = keepingHost();
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(host.texts()).toEqual(['hello']);
  });
});

test('a page that is reloaded in the middle goes on where it was, and an answer that was lost makes nothing double', async () => {
  const host = keepingHost();
  // The host takes the third, and its answer never comes.
  let count = 0;
  server.use(
    http.post(address, async ({ request, params }) => {
      count += 1;
      if (count < 3) return undefined;
      const body = (await request.clone().json()) as Body;
      if (count === 3) host.kept.push({ text: body.text, clientKey: body.clientKey, conversationId: String(params['id']) });
      return HttpResponse.error();
    }),
  );
  const before = await opened();
  for (const text of texts) before.write(text);
  await waitFor(() => expect(count).toBe(3));
  closeChat(before.store);
  expect(host.texts()).toEqual(texts.slice(0, 3));

  const heard = keepingAgain(host.kept);
  const after = await opened();
  await waitFor(() => expect(host.texts()).toEqual(texts), patient);
  await waitFor(() => expect(after.waiting()).toEqual([]));
  expect(heard[0]?.headers.get('idempotency-key')).toBe(host.kept[2]?.clientKey);
});

/** The same host after it has come back. */
function keepingAgain(kept: (Body & { conversationId: string })[]) {
  return answer(name, ({ body, params }) => {
    const { text, clientKey } = body as Body;
    if (!kept.some((one) => one.clientKey === clientKey)) kept.push({ text, clientKey, conversationId: String(params['id']) });
    return ownMessage(kept.findIndex((one) => one.clientKey === clientKey) + 1, { text, clientKey });
  });
}

test.each([429, 503])('a host that answers %i is asked again after the time that it names, not before', async (status) => {
  let asked_ms: number[] = [];
  const host = keepingHost();
  const { store, write } = await opened();
  server.use(
    http.post(address, () => {
      asked_ms = [...asked_ms, performance.now()];
      const body = { statusCode: status, error: 'too_many_requests', message: 'Wait.', requestId: 'r' };
      return asked_ms.length > 1 ? undefined : HttpResponse.json(body, { status, headers: { 'Retry-After': '2' } });
    }),
  );
  write('hello');
  await waitFor(() => expect(asked_ms).toHaveLength(1));
  // Whatever comes back meanwhile changes nothing.
  openLine(store);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(host.texts()).toEqual(['hello']), patient);
  expect((asked_ms[1] ?? 0) - (asked_ms[0] ?? 0)).toBeGreaterThanOrEqual(1900);
});

test('what is refused is marked with the reason; the later ones of its conversation wait behind it, those of others go', async () => {
  const refused = refuse(name, 'insufficient_balance', { message: 'Your balance is too low.' });
  const { state, store, write, waiting } = await opened();
  write('first');
  await waitFor(() => expect(waiting()).toEqual(['first failed']));
  const { reason } = state().waiting[0] ?? {};
  expect(reason).toMatchObject({ code: 'insufficient_balance', message: 'Your balance is too low.' });
  expect(state().threads.sendMessage).toMatchObject({ sending: false, error: { code: 'insufficient_balance' } });

  const host = keepingHost();
  write('second');
  write('elsewhere', { conversationId: 'c2' });
  await waitFor(() => expect(host.texts()).toEqual(['elsewhere']));
  expect(waiting()).toEqual(['first failed', 'second waiting']);
  store.dispatch(retryAsked(state().waiting[0]?.key ?? ''));
  await waitFor(() => expect(host.texts()).toEqual(['elsewhere', 'first', 'second']));
  expect(host.kept[1]?.clientKey).toBe((refused[0]?.body as Body).clientKey);
});

test('what failed and is dropped lets the next one go', async () => {
  refuse(name, 'blocked_by_user');
  const { state, store, write, waiting } = await opened();
  write('first');
  await waitFor(() => expect(waiting()).toEqual(['first failed']));
  const host = keepingHost();
  write('second');
  store.dispatch(waitingDropped(state().waiting[0]?.key ?? ''));
  await waitFor(() => expect(host.texts()).toEqual(['second']));
  await waitFor(() => expect(waiting()).toEqual([]));
});

test('who tries again after the price has changed has read the new one', async () => {
  refuse(name, 'price_changed');
  answer('GET /conversations/:id', conversation('c1', { messagePrice: 3 }));
  const { state, store, write, waiting } = await opened();
  store.dispatch(conversationAdded(conversation('c1', { messagePrice: 1 })));
  write('hello', { expectedPrice: 1 });
  await waitFor(() => expect(waiting()).toEqual(['hello failed']));
  await waitFor(() => expect(state().conversations.mapping['c1']?.messagePrice).toBe(3));
  const host = keepingHost();
  store.dispatch(retryAsked(state().waiting[0]?.key ?? ''));
  await waitFor(() => expect(host.heard[0]?.body).toMatchObject({ expectedPrice: 3 }));
});

test('a session that ends in the middle leaves all of it waiting for the same account, and none for another', async () => {
  refuse(name, 'session_ended');
  const { state, store, write, waiting } = await opened();
  const stop = onRefused((refused, token) => refused.statusCode === 401 && store.dispatch(sessionRefused({ token })));
  write('one');
  write('two');
  await waitFor(() => expect(state().auth.loggedIn).toBe(false));
  stop();
  expect(waiting()).toEqual([]);
  const host = keepingHost();
  storeToken('token-of-ada', true);
  store.dispatch(loginSucceeded({ user: performer(), expiresAt: null }));
  await waitFor(() => expect(state().user.current?._id).toBe(ada));
  expect(waiting()).toEqual([]);
  store.dispatch(sessionEnded());
  storeToken('newer-token', true);
  store.dispatch(loginSucceeded({ user: fan(), expiresAt: null }));
  await waitFor(() => expect(host.texts()).toEqual(['one', 'two']));
  expect(host.heard.map(({ token }) => token)).toEqual(['newer-token', 'newer-token']);
});

test('signing out forgets what waits, as it forgets drafts', async () => {
  cutOff(name);
  answer('POST /auth/logout', { ended: true });
  const { store, write } = await opened();
  write('hello');
  expect(Object.keys(localStorage)).toHaveLength(1);
  store.dispatch(logoutAsked());
  await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
});

test('in a browser where another tab has signed in somebody else, nothing leaves in her name', async () => {
  const host = keepingHost();
  const reads = answer('GET /users/me', performer());
  const { write, waiting } = await opened();
  Cookies.set('token', 'token-of-ada');
  write('hello');
  await waitFor(() => expect(reads.length).toBeGreaterThan(0));
  expect(host.heard).toHaveLength(0);
  expect(waiting()).toEqual(['hello waiting']);
});

test('of two tabs one sends', async () => {
  let last: Promise<unknown> = Promise.resolve();
  let atOnce = 0;
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<void>) => (last = last.then(work)),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  const host = keepingHost();
  const sent = answer(name, async ({ body, params }) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await Promise.resolve();
    const { text, clientKey } = body as Body;
    host.kept.push({ text, clientKey, conversationId: String(params['id']) });
    atOnce -= 1;
    return ownMessage(host.kept.length, { text, clientKey });
  });
  const [one, other] = [await opened(), await opened()];
  const tell = () => window.dispatchEvent(new StorageEvent('storage', { key: `draft:${me}:message/x` }));
  for (const text of texts.slice(0, 5)) {
    one.write(text);
    tell();
    other.write(`${text} there`);
    tell();
  }
  await waitFor(() => expect(host.kept).toHaveLength(10), patient);
  tell();
  await waitFor(() => expect([one.waiting(), other.waiting()]).toEqual([[], []]));
  expect(sent).toHaveLength(10);
  expect(host.texts().filter((text) => !text.endsWith('there'))).toEqual(texts.slice(0, 5));
  Reflect.deleteProperty(navigator, 'locks');
});

test('what is written below older ones brings the newest, and a gap is filled', async () => {
  answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  answer('GET /messages/conversations/:id', page(1, 3));
  const { store, state, write } = await opened();
  store.dispatch(conversationOpened({ id: 'c1' }));
  await waitFor(() => expect(state().threads.byConversation['c1']?.isRead).toBe(true));
  const reads = answer('GET /messages/conversations/:id', { ...page(4, 5), nextCursor: null });
  answer(name, ({ body }) => ownMessage(5, { clientKey: (body as Body).clientKey }));
  write('hello');
  await waitFor(() => expect(state().threads.byConversation['c1']?.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]));
  expect(reads[0]?.query.get('after')).toBe('3');
});
