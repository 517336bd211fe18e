/** Conversations and messages as the host answers them, and a connection that a test speaks for, for tests of the web. */
import { EventEmitter } from 'node:events';
import type { HostEventName, HostEvents } from '@contract/kernel/events';
import { waitFor } from '@testing-library/react';
import { conversationAdded } from '@web/features/talk/messages/store/conversations.slice';
import { conversationOpened } from '@web/features/messages/intents';
import type { Conversation, Message } from '@web/features/talk/messages/store/chat';
import type { LateState } from '@web/features/talk/messages/store/state';
import { reachHostAt } from '@web/services/api';
import { firstSettings } from '@web/session/store/first-settings';
import type { CurrentUser } from '@web/session/intents';
import { sessionEnded } from '@web/session/store/auth.slice';
import { socketProven } from '@web/session/intents';
import { holdLine, proveLine } from '@web/session/line';
import type { Line } from '@web/session/line';
import { storeToken } from '@web/services/token';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { fan, performer } from '../kit/answers/accounts';
import * as chats from '../kit/answers/chats';
import { fakeWorld } from './fake-world';
import { answer, startTestHost, testHost } from '../kit/screens/fake-host';

const at = '2026-01-01T00:00:00.000Z';
export const me = fan()._id;
export const ada = performer()._id;

/** The fan's conversation called `_id`, with Ada unless `changes` say otherwise; nothing was said in it. */
export const conversation = (_id: string, changes: Partial<Conversation> = {}): Conversation =>
  chats.conversation({ _id, lastMessage: null, lastSeq: 0, isSubscribed: true, ...changes });

/** Ada's message number `seq` of the conversation called 'c1'. */
export const message = (seq: number, changes: Partial<Message> = {}): Message =>
  chats.message(seq, { _id: `m${String(seq)}`, conversationId: 'c1', text: `text ${String(seq)}`, ...changes });

/** The fan's own message. */
export const ownMessage = (seq: number, changes: Partial<Message> = {}): Message => message(seq, { sender: chats.finn(), ...changes });

/** Messages from `first` to `last` as a page holds them: the newest first. */
export const page = (first: number, last: number, total = last, nextCursor: string | null = first > 1 ? String(first) : null) => ({
  data: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => message(last - index)),
  total,
  nextCursor,
});

const open = new Set<ReturnType<typeof makeStore>['store']>();

/** Begins and ends the tests' host and browsers around the tests of a file. */
export function startTestChats(): void {
  startTestHost();
  beforeAll(() => {
    // Loaded before the first story, so that none of them waits for a module.
    expect(startSagas).toBeDefined();
  });
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    for (const store of open) closeChat(store);
    holdLine(null);
  });
}

/** Ends the sagas, as those of a page end that goes away: what waits stays in the storage. */
export function closeChat(store: ReturnType<typeof makeStore>['store']): void {
  store.dispatch(sessionEnded());
  open.delete(store);
}

/** A browser with its store and sagas: the fan's, unless another account is named. */
export function openChat(user: CurrentUser = fan()) {
  const { store, gate } = makeStore({ user, settings: firstSettings });
  reachHostAt(testHost);
  storeToken('present-token', true);
  gate.open(fakeWorld({ currentPath: () => '/messages' }));
  gate.wake();
  open.add(store);
  return { store, state: () => store.getState() as LateState };
}

/** A proven connection of `store`: what is said on it, and a way to tell something as the host does. */
export function openLine(store: ReturnType<typeof makeStore>['store']) {
  const ear = new EventEmitter();
  const said: { event: string; payload: unknown }[] = [];
  let count = 0;
  const line = {
    connected: true,
    on: ear.on.bind(ear),
    off: ear.off.bind(ear),
    emit: (event: string, payload: unknown, answered?: (ack: unknown) => void) => {
      said.push({ event, payload });
      answered?.({ ok: true, data: { online: [ada], seq: 0, told: true } });
    },
  } as unknown as Line;
  const prove = (): void => {
    proveLine('proven');
    store.dispatch(socketProven());
  };
  holdLine(line);
  prove();
  return {
    said,
    prove,
    /** `eventId` is the event's own unless it is to come twice. */
    tell: <N extends HostEventName>(event: N, payload: HostEvents[N], eventId = `event-${String((count += 1))}`): void =>
      void ear.emit(event, { ...payload, eventId, at }),
  };
}

/** Shows or hides the window. */
export function look(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The fan's browser, connected, with the thread of 'c1' open, which holds messages 1 to `last`; 'c2' is in her list, too. */
export async function reading(last = 3) {
  const chat = openChat();
  await waitFor(() => expect(chat.state().conversations).toBeDefined());
  chat.store.dispatch(conversationAdded(conversation('c2')));
  chat.store.dispatch(conversationAdded(conversation('c1', { lastSeq: last })));
  answer('GET /conversations/:id', conversation('c1', { lastSeq: last }));
  answer('GET /messages/conversations/:id', page(1, last));
  const seen = answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  chat.store.dispatch(conversationOpened({ id: 'c1' }));
  const thread = () => chat.state().threads.byConversation['c1'];
  await waitFor(() => expect(thread()?.isRead).toBe(true));
  await waitFor(() => expect(seen).toHaveLength(1));
  const asked = answer('GET /messages/conversations/:id', page(1, last));
  const line = openLine(chat.store);
  // What a connection asks for at its beginning is answered before the story goes on.
  await waitFor(() => expect(asked).toHaveLength(1));
  return {
    ...chat,
    ...line,
    /** How often it was said over HTTP that all was read. */
    seen,
    thread,
    seqs: () => thread()?.items.map(({ seq }) => seq),
    row: (id = 'c1') => chat.state().conversations.mapping[id],
    emitted: (name: string) => line.said.filter(({ event }) => event === name).map(({ payload }) => payload),
  };
}
