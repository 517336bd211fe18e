/** Fixtures of conversations and messages, and a fake socket that a test controls, for tests of the web app. */
import { EventEmitter } from 'node:events';
import type { ServerEventName, ServerEvents } from '@contract/kernel/events';
import { waitFor } from '@testing-library/react';
import { conversationAdded } from '@web/features/talk/messages/store/conversations.slice';
import { conversationOpened } from '@web/features/talk/messages/store/intents';
import type { Conversation, Message } from '@web/features/talk/messages/store/chat';
import type { LazyState } from '@web/features/talk/messages/store/state';
import { setApiUrl } from '@web/services/api';
import { firstSettings } from '@web/session/store/first-settings';
import type { CurrentUser } from '@web/services/current-user';
import { sessionEnded } from '@web/session/store/auth.slice';
import { socketAuthenticated } from '@web/session/store/intents';
import { setSocket, setSocketAuthenticated } from '@web/realtime/socket';
import type { AppSocket } from '@web/realtime/socket';
import { storeToken } from '@web/services/token';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { fan, performer } from '../fixtures/accounts';
import * as chats from '../fixtures/chats';
import { fakeSagaContext } from './fake-saga-context';
import { mockEndpoint, startFakeHost, fakeHostUrl } from './fake-host';

const at = '2026-01-01T00:00:00.000Z';
export const me = fan()._id;
export const ada = performer()._id;

/** The fan's conversation with id `_id`, with Ada by default and without messages. */
export const conversation = (_id: string, changes: Partial<Conversation> = {}): Conversation =>
  chats.conversation({ _id, lastMessage: null, lastSeq: 0, isSubscribed: true, ...changes });

/** Ada's message number `seq` of the conversation 'c1'. */
export const message = (seq: number, changes: Partial<Message> = {}): Message =>
  chats.message(seq, { _id: `m${String(seq)}`, conversationId: 'c1', text: `text ${String(seq)}`, ...changes });

/** The fan's own message. */
export const ownMessage = (seq: number, changes: Partial<Message> = {}): Message => message(seq, { sender: chats.finn(), ...changes });

/** Messages from `first` to `last` in the order of a page: the newest first. */
export const page = (first: number, last: number, total = last, nextCursor: string | null = first > 1 ? String(first) : null) => ({
  data: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => message(last - index)),
  total,
  nextCursor,
});

const openStores = new Set<ReturnType<typeof makeStore>['store']>();

/** Runs the fake host during the tests of a file, and closes each test's stores. */
export function startChatTests(): void {
  startFakeHost();
  beforeAll(() => {
    // Loaded before the first test, so that no test waits for a module.
    expect(startSagas).toBeDefined();
  });
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    for (const store of openStores) closeSession(store);
    setSocket(null);
  });
}

/** Ends the sagas like a closing page: pending messages stay in the storage. */
export function closeSession(store: ReturnType<typeof makeStore>['store']): void {
  store.dispatch(sessionEnded());
  openStores.delete(store);
}

/** A browser session with store and sagas: the fan's by default. */
export function openSession(user: CurrentUser = fan()) {
  const { store, gate } = makeStore({ user, settings: firstSettings });
  setApiUrl(fakeHostUrl);
  storeToken('present-token', true);
  gate.open(fakeSagaContext({ currentPath: () => '/messages' }));
  gate.wake();
  openStores.add(store);
  return { store, state: () => store.getState() as LazyState };
}

/** An authenticated socket of `store`: the events that it emits, and a function that delivers an event to it. */
export function openSocket(store: ReturnType<typeof makeStore>['store']) {
  const emitter = new EventEmitter();
  const emitted: { event: string; payload: unknown }[] = [];
  let count = 0;
  const socket = {
    connected: true,
    on: emitter.on.bind(emitter),
    off: emitter.off.bind(emitter),
    emit: (event: string, payload: unknown, acknowledge?: (ack: unknown) => void) => {
      emitted.push({ event, payload });
      acknowledge?.({ ok: true, data: { online: [ada], seq: 0, told: true } });
    },
  } as unknown as AppSocket;
  const authenticate = (): void => {
    setSocketAuthenticated('authenticated');
    store.dispatch(socketAuthenticated());
  };
  setSocket(socket);
  authenticate();
  return {
    emittedEvents: emitted,
    authenticate,
    /** `eventId` is unique by default; pass one to deliver an event twice. */
    receive: <N extends ServerEventName>(event: N, payload: ServerEvents[N], eventId = `event-${String((count += 1))}`): void =>
      void emitter.emit(event, { ...payload, eventId, at }),
  };
}

/** Shows or hides the window. */
export function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The fan's session, connected, with the thread of 'c1' open, which has messages 1 to `last`; 'c2' is in the list, too. */
export async function openThread(last = 3) {
  const chat = openSession();
  await waitFor(() => expect(chat.state().conversations).toBeDefined());
  chat.store.dispatch(conversationAdded(conversation('c2')));
  chat.store.dispatch(conversationAdded(conversation('c1', { lastSeq: last })));
  mockEndpoint('GET /conversations/:id', conversation('c1', { lastSeq: last }));
  mockEndpoint('GET /messages/conversations/:id', page(1, last));
  const seen = mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  chat.store.dispatch(conversationOpened({ id: 'c1' }));
  const thread = () => chat.state().threads.byConversation['c1'];
  await waitFor(() => expect(thread()?.isLoaded).toBe(true));
  await waitFor(() => expect(seen).toHaveLength(1));
  const messageRequests = mockEndpoint('GET /messages/conversations/:id', page(1, last));
  const socket = openSocket(chat.store);
  // Requests that a new socket triggers are answered before the test continues.
  await waitFor(() => expect(messageRequests).toHaveLength(1));
  return {
    ...chat,
    ...socket,
    /** The requests that marked the thread as read. */
    seen,
    thread,
    seqs: () => thread()?.items.map(({ seq }) => seq),
    row: (id = 'c1') => chat.state().conversations.mapping[id],
    emitted: (name: string) => socket.emittedEvents.filter(({ event }) => event === name).map(({ payload }) => payload),
  };
}
