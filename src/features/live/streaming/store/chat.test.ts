/** Chats of shows and private requests, tested through the store and the sagas, with the API mocked over HTTP. */
import { waitFor } from '@testing-library/react';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { openSession, openSocket, startChatTests } from '../../../../../tests/kit/screens/conversations';
import { mockEndpoint, mockNetworkError, mockError } from '../../../../../tests/kit/screens/fake-host';
import {
  ownStreamMessage,
  privateRequest,
  stream,
  streamConversation,
  streamMessage,
  streamPage,
} from '../../../../../tests/kit/fixtures/streams';
import { signedOut } from '@web/session/store/auth.slice';
import { firstSettings } from '@web/session/store/first-settings';
import { makeStore } from '@web/shell/store/store';
import { conversationCleared, messagesReceived, emptyStreamChat, streamReset } from './chat.slice';
import {
  clearRequested,
  olderRequested,
  showEntered,
  showLeft,
  streamChatClosed,
  streamChatOpened,
  streamDeletionRequested,
  streamMessageSubmitted,
} from './intents';
import { privateRequestsRemoved, privateRequestAdded } from './requests.slice';
import type { LazyState } from './state';

startChatTests();

const id = streamConversation()._id;
const { streamId } = streamConversation();
const history = 'GET /messages/stream/:id';

async function openChat(page = streamPage(1, 3), conversation = streamConversation()) {
  const chat = openSession();
  const state = () => chat.store.getState() as unknown as LazyState;
  await waitFor(() => expect(state().streamChat).toBeDefined());
  const socket = openSocket(chat.store);
  const reads = mockEndpoint(history, page);
  chat.store.dispatch(showEntered(streamId));
  chat.store.dispatch(streamChatOpened({ conversation }));
  const thread = () => state().streamChat.conversationMap[id];
  await waitFor(() => expect(thread()?.isLoaded).toBe(true));
  return {
    ...chat,
    ...socket,
    reads,
    thread,
    chat: () => state().streamChat,
    requests: () => state().streaming.privateRequests,
    texts: () => thread()?.items.map(({ text }) => text),
    ids: () => thread()?.items.map(({ _id }) => _id),
  };
}

test('the store of a signed-out browser contains no chats of shows', () => {
  const guest = makeStore({ user: null, settings: firstSettings });
  expect(guest.store.getState().streamChat).toBeUndefined();
});

describe('joining a show', () => {
  test('makes its chat active, emits the join, and loads the last 50 messages, oldest first', async () => {
    const { chat, ids, reads, emittedEvents } = await openChat();
    expect(chat().activeConversation).toEqual(streamConversation());
    expect(emittedEvents).toContainEqual({ event: 'stream/joined', payload: { streamId } });
    expect(Object.fromEntries(reads[0]?.query ?? [])).toEqual({ limit: '50', offset: '0' });
    expect(ids()).toEqual(['s1', 's2', 's3']);
  });

  test('shows the messages loaded with the show immediately', async () => {
    const { store, thread, ids } = await openChat(streamPage(1, 0));
    store.dispatch(streamChatClosed());
    mockEndpoint(history, () => new Promise<never>(() => undefined));
    store.dispatch(streamChatOpened({ conversation: streamConversation(), messages: streamPage(1, 2).data }));
    await waitFor(() => expect(ids()).toEqual(['s1', 's2']));
    expect(thread()?.isLoaded).toBe(false);
  });

  test('loads the messages even without a connection', async () => {
    const { store } = openSession();
    const state = () => store.getState() as unknown as LazyState;
    await waitFor(() => expect(state().streamChat).toBeDefined());
    mockEndpoint(history, streamPage(1, 2));
    store.dispatch(streamChatOpened({ conversation: streamConversation() }));
    await waitFor(() => expect(state().streamChat.conversationMap[id]?.items).toHaveLength(2));
  });

  test('loads the messages immediately when the user is already present at the show', async () => {
    const { store, chat, reads } = await openChat();
    store.dispatch(streamChatClosed());
    await waitFor(() => expect(chat().activeConversation).toBeNull());
    store.dispatch(streamChatOpened({ conversation: streamConversation() }));
    await waitFor(() => expect(reads).toHaveLength(2), { timeout: 1000 });
  });

  test('puts older messages before those in the store, once each', async () => {
    const { store, ids, thread } = await openChat(streamPage(51, 100));
    const reads = mockEndpoint(history, streamPage(1, 51));
    store.dispatch(olderRequested(id));
    store.dispatch(olderRequested(id));
    await waitFor(() => expect(ids()).toHaveLength(100));
    expect(ids()?.[0]).toBe('s1');
    expect(reads).toHaveLength(1);
    expect(reads[0]?.query.get('cursor')).toBe('51');
    expect(thread()).toMatchObject({ fetching: false, isLoadMore: true, nextCursor: null });
  });

  test('stores a failure with the text for loading errors', async () => {
    const { store, thread, ids } = await openChat(streamPage(51, 100));
    mockNetworkError(history);
    store.dispatch(olderRequested(id));
    await waitFor(() => expect(thread()?.error?.message).toBe('Error occurred, please try again later'));
    expect(ids()).toHaveLength(50);
  });

  test('is undone on leaving: the state is reset, and the leave is emitted', async () => {
    const { store, chat, emittedEvents } = await openChat();
    store.dispatch(streamChatClosed());
    store.dispatch(showLeft(streamId));
    await waitFor(() => expect(chat()).toEqual(emptyStreamChat));
    expect(emittedEvents.at(-1)).toEqual({ event: 'stream/left', payload: { streamId } });
  });
});

describe('sending', () => {
  test('sets sending, and appends the message once on success', async () => {
    const { store, chat, ids, receive } = await openChat();
    let release: () => void = () => undefined;
    const requests = mockEndpoint('POST /messages/stream/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return ownStreamMessage(4);
    });
    store.dispatch(streamMessageSubmitted({ conversationId: id, text: 'hello', key: 'k1' }));
    expect(chat().sendMessage).toEqual({ sending: true, error: null, data: null });
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toEqual({ text: 'hello', clientKey: 'k1' });
    receive('stream/message-created', { streamId, conversationId: id, messages: [ownStreamMessage(4)] });
    await waitFor(() => expect(ids()).toEqual(['s1', 's2', 's3', 's4']));
    release();
    await waitFor(() => expect(chat().sendMessage).toEqual({ sending: false, error: null, data: ownStreamMessage(4) }));
    expect(ids()).toEqual(['s1', 's2', 's3', 's4']);
  });

  test('stores a failure', async () => {
    const { store, chat, ids } = await openChat();
    mockError('POST /messages/stream/:id', 'forbidden_words');
    store.dispatch(streamMessageSubmitted({ conversationId: id, text: 'oops', key: 'k1' }));
    await waitFor(() => expect(chat().sendMessage).toMatchObject({ sending: false, error: { code: 'forbidden_words' } }));
    expect(ids()).toHaveLength(3);
  });

  test('reloads the chat rules when they forbid the message', async () => {
    const { store, chat } = await openChat();
    mockError('POST /messages/stream/:id', 'follow_required');
    const updated = streamConversation({ chatAudience: 'followers', canWrite: false, writeNeeds: ['follow'] });
    mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: updated, messages: [] });
    store.dispatch(streamMessageSubmitted({ conversationId: id, text: 'hi', key: 'k1' }));
    await waitFor(() => expect(chat().activeConversation).toEqual(updated));
  });
});

describe('deleting', () => {
  test('sets deleting, and removes the message on success', async () => {
    const { store, chat, ids } = await openChat();
    mockEndpoint('DELETE /messages/:id', streamMessage(2, { isDeleted: true, text: '' }));
    store.dispatch(streamDeletionRequested('s2'));
    expect(chat().deleteMessage.deleting).toBe(true);
    await waitFor(() => expect(ids()).toEqual(['s1', 's3']));
    expect(chat().deleteMessage).toMatchObject({ deleting: false, error: null, data: { _id: 's2' } });
  });

  test('stores a failure and removes nothing', async () => {
    const { store, chat, ids } = await openChat();
    mockError('DELETE /messages/:id', 'not_owner');
    store.dispatch(streamDeletionRequested('s2'));
    await waitFor(() => expect(chat().deleteMessage.error?.code).toBe('not_owner'));
    expect(ids()).toHaveLength(3);
  });

  test("keeps a message deleted remotely, with the text 'Message deleted'", async () => {
    const { receive, texts, thread } = await openChat();
    receive('stream/message-deleted', { _id: 's2', conversationId: id });
    await waitFor(() => expect(texts()).toEqual(['text 1', 'Message deleted', 'text 3']));
    expect(thread()?.items[1]?.isDeleted).toBe(true);
  });

  test('shows the same text for one deleted before the user joined', async () => {
    const { texts } = await openChat({ data: [streamMessage(1, { isDeleted: true, text: '' })], total: 1, nextCursor: null });
    expect(texts()).toEqual(['Message deleted']);
  });
});

describe('receiving', () => {
  test('appends each message once, however often it is received', async () => {
    const { receive, ids, chat } = await openChat();
    receive('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(4), streamMessage(4), streamMessage(5)] });
    receive('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(5)] });
    await waitFor(() => expect(ids()).toEqual(['s1', 's2', 's3', 's4', 's5']));
    expect(chat().receiveMessage.data?._id).toBe('s5');
  });

  test('applies all events of a frame in one store change, in their order', async () => {
    const { store, receive, texts } = await openChat(streamPage(1, 0));
    let changes = 0;
    store.subscribe(() => (changes += 1));
    for (let number = 1; number <= 200; number += 1)
      receive('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(number)] });
    await waitFor(() => expect(texts()).toHaveLength(200));
    expect(changes).toBe(1);
    expect(texts()?.slice(0, 2)).toEqual(['text 1', 'text 2']);
    receive('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(201)] });
    receive('stream/message-deleted', { _id: 's201', conversationId: id });
    receive('stream/cleared', { conversationId: id });
    receive('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(202)] });
    await waitFor(() => expect(texts()).toEqual(['text 202']));
  });
});

describe('clearing and resetting', () => {
  test('a clear action empties the items of one conversation', async () => {
    const { store, chat, ids } = await openChat();
    store.dispatch(messagesReceived([streamMessage(9, { conversationId: 'other' })]));
    store.dispatch(conversationCleared(id));
    expect(ids()).toEqual([]);
    expect(chat().conversationMap['other']?.items).toHaveLength(1);
  });

  test('a moderator clears the chat for everyone', async () => {
    const { store, ids } = await openChat();
    const requests = mockEndpoint('DELETE /messages/stream/:id/remove-all-message', { cleared: 3 });
    store.dispatch(clearRequested(id));
    await waitFor(() => expect(ids()).toEqual([]));
    expect(requests[0]?.params).toEqual({ id });
  });

  test('a reset action and signing out restore the initial state', async () => {
    const first = await openChat();
    first.store.dispatch(streamReset());
    expect(first.chat()).toEqual(emptyStreamChat);
    first.store.dispatch(messagesReceived([streamMessage(1)]));
    first.store.dispatch(privateRequestAdded(privateRequest('r1')));
    first.store.dispatch(signedOut());
    expect(first.chat()).toEqual(emptyStreamChat);
    expect(first.requests()).toEqual([]);
  });
});

describe('the chat rules', () => {
  test('apply a mute immediately, and reload when it ends', async () => {
    const { receive, chat } = await openChat();
    receive('stream/muted', { conversationId: id, isMuted: true, until: '2090-01-01T00:00:00.000Z' });
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: true, canWrite: false }));
    mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    receive('stream/muted', { conversationId: id, isMuted: false, until: null });
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: false, canWrite: true }));
  });

  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

  test('end a received timed mute on time', async () => {
    const { receive, chat } = await openChat();
    const requests = mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    receive('stream/muted', { conversationId: id, isMuted: true, until: inMs(400) });
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: true, canWrite: false }));
    expect(requests).toHaveLength(0);
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: false, canWrite: true }));
    expect(requests).toHaveLength(1);
  });

  test('end a timed mute that was loaded with the page, and check again while the API still enforces it', async () => {
    const muted = streamConversation({ isMuted: true, mutedUntil: inMs(100), canWrite: false });
    let requestCount = 0;
    mockEndpoint('GET /streaming/join/:id', () => {
      requestCount += 1;
      return { stream: stream(), conversation: requestCount === 1 ? muted : streamConversation(), messages: [] };
    });
    const { chat } = await openChat(streamPage(1, 3), muted);
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: false, canWrite: true }));
    expect(requestCount).toBe(2);
  });

  test('apply a change of slow mode, and reload when the audience changes', async () => {
    const { receive, chat } = await openChat();
    receive('stream/info-changed', stream({ slowModeSeconds: 10 }));
    await waitFor(() => expect(chat().activeConversation?.slowModeSeconds).toBe(10));
    const closed = streamConversation({ chatAudience: 'subscribers', canWrite: false, writeNeeds: ['subscribe'] });
    mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: closed, messages: [] });
    receive('stream/info-changed', stream({ slowModeSeconds: 10, chatAudience: 'subscribers' }));
    await waitFor(() => expect(chat().activeConversation).toEqual(closed));
  });
});

describe('after a reconnect', () => {
  const mockRejoin = () => mockEndpoint('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });

  test('joins again, and syncs messages, deletions and clears', async () => {
    const { authenticate, emittedEvents, texts } = await openChat(streamPage(1, 60, 'more'));
    mockRejoin();
    const { data } = streamPage(30, 79, 'more');
    mockEndpoint(history, {
      data: data.map((one) => (one._id === 's40' ? { ...one, isDeleted: true, text: '' } : one)),
      total: 79,
      nextCursor: 'x',
    });
    authenticate();
    await waitFor(() => expect(texts()).toHaveLength(79));
    expect([texts()?.[0], texts()?.[39], texts()?.at(-1)]).toEqual(['text 1', 'Message deleted', 'text 79']);
    expect(emittedEvents.filter(({ event }) => event === 'stream/joined')).toHaveLength(2);
    mockEndpoint(history, streamPage(81, 80, null));
    authenticate();
    await waitFor(() => expect(texts()).toEqual([]));
  });

  test('shows no messages across a gap when more were sent than a page holds', async () => {
    const { authenticate, ids, thread } = await openChat(streamPage(1, 3));
    mockRejoin();
    mockEndpoint(history, streamPage(101, 150));
    authenticate();
    await waitFor(() => expect(ids()?.[0]).toBe('s101'));
    expect(thread()?.nextCursor).toBe('101');
  });

  test('keeps messages received during the request', async () => {
    const { authenticate, ids, receive } = await openChat(streamPage(1, 3));
    mockRejoin();
    mockEndpoint(history, async () => {
      receive('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(5)] });
      await waitFor(() => expect(ids()).toContain('s5'));
      return streamPage(1, 4);
    });
    authenticate();
    await waitFor(() => expect(ids()).toEqual(['s1', 's2', 's3', 's4', 's5']));
  });
});

describe('private requests', () => {
  async function openPrivateRequests(waiting = [privateRequest('r2'), privateRequest('r1')]) {
    mockEndpoint('GET /streaming/private-requests', { data: waiting, total: waiting.length, nextCursor: null });
    const chat = openSession(performer());
    const state = () => chat.store.getState() as unknown as LazyState;
    await waitFor(() => expect(state().streaming).toBeDefined());
    const socket = openSocket(chat.store);
    const ids = () => state().streaming.privateRequests.map(({ _id }) => _id);
    await waitFor(() => expect(ids()).toHaveLength(waiting.length));
    return { ...chat, ...socket, ids };
  }

  test('adding appends an entry', async () => {
    const { store, ids } = await openPrivateRequests([]);
    store.dispatch(privateRequestAdded(privateRequest('r1')));
    store.dispatch(privateRequestAdded(privateRequest('r2')));
    expect(ids()).toEqual(['r1', 'r2']);
  });

  test('removing by conversation removes all of its entries', async () => {
    const { store, ids } = await openPrivateRequests([]);
    for (const one of ['r1', 'r2', 'r3'])
      store.dispatch(privateRequestAdded(privateRequest(one, { conversationId: one === 'r2' ? 'other' : 'same' })));
    store.dispatch(privateRequestsRemoved('same'));
    expect(ids()).toEqual(['r2']);
  });

  test('loads the requests made while a performer was away, and receives new and ended ones', async () => {
    const { receive, ids } = await openPrivateRequests();
    expect(ids()).toEqual(['r1', 'r2']);
    receive('private-request/created', privateRequest('r3'), 'one event');
    receive('private-request/created', privateRequest('r3'), 'one event');
    await waitFor(() => expect(ids()).toEqual(['r1', 'r2', 'r3']));
    receive('private-request/cancelled', privateRequest('r1', { status: 'cancelled' }));
    receive('private-request/declined', privateRequest('r2', { status: 'lapsed' }));
    await waitFor(() => expect(ids()).toEqual(['r3']));
  });

  test('a request that is both loaded and received appears once', async () => {
    const { receive, ids } = await openPrivateRequests();
    receive('private-request/created', privateRequest('r2'));
    receive('private-request/created', privateRequest('r3'));
    await waitFor(() => expect(ids()).toEqual(['r1', 'r2', 'r3']));
  });

  test('keeps events received while the list is loading', async () => {
    const { authenticate, receive, ids } = await openPrivateRequests([]);
    let isFirst = true;
    const requests = mockEndpoint('GET /streaming/private-requests', () => {
      const data = isFirst ? [privateRequest('r1')] : [privateRequest('r2')];
      if (isFirst) {
        receive('private-request/cancelled', privateRequest('r1', { status: 'cancelled' }));
        receive('private-request/created', privateRequest('r2'));
      }
      isFirst = false;
      return { data, total: 1, nextCursor: null };
    });
    authenticate();
    await waitFor(() => expect(requests.length).toBeGreaterThan(1));
    await waitFor(() => expect(ids()).toEqual(['r2']));
  });
});
