/** Stories of the chat of shows and of private requests: through the store and the sagas, with the host answering over HTTP. */
import { waitFor } from '@testing-library/react';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { openChat, openLine, startTestChats } from '../../../../../tests/support/conversations';
import { answer, cutOff, refuse } from '../../../../../tests/kit/screens/fake-host';
import {
  ownStreamMessage,
  privateRequest,
  stream,
  streamConversation,
  streamMessage,
  streamPage,
} from '../../../../../tests/kit/answers/streams';
import { signedOut } from '@web/session/store/auth.slice';
import { firstSettings } from '@web/session/store/first-settings';
import { makeStore } from '@web/shell/store/store';
import { conversationCleared, messagesReceived, noStreamChat, streamReset } from './chat.slice';
import {
  clearAsked,
  olderAsked,
  streamChatClosed,
  streamChatOpened,
  streamDeletionAsked,
  streamMessageSubmitted,
} from '../../../streaming/intents';
import { privateRequestAccessed, privateRequestAdded } from './requests.slice';
import type { LateState } from './state';

startTestChats();

const id = streamConversation()._id;
const { streamId } = streamConversation();
const history = 'GET /messages/stream/:id';

async function watching(held = streamPage(1, 3), conversation = streamConversation()) {
  const chat = openChat();
  const state = () => chat.store.getState() as unknown as LateState;
  await waitFor(() => expect(state().streamChat).toBeDefined());
  const line = openLine(chat.store);
  const reads = answer(history, held);
  chat.store.dispatch(streamChatOpened({ conversation }));
  const thread = () => state().streamChat.conversationMap[id];
  await waitFor(() => expect(thread()?.isRead).toBe(true));
  return {
    ...chat,
    ...line,
    reads,
    thread,
    chat: () => state().streamChat,
    requests: () => state().streaming.privateRequests,
    texts: () => thread()?.items.map(({ text }) => text),
    names: () => thread()?.items.map(({ _id }) => _id),
  };
}

test('the store of a browser where nobody is signed in holds no chat of shows', () => {
  const guest = makeStore({ user: null, settings: firstSettings });
  expect(guest.store.getState().streamChat).toBeUndefined();
});

describe('coming into a show', () => {
  test('makes its chat active, says so to the host, and loads the last 50 messages, the oldest first', async () => {
    const { chat, names, reads, said } = await watching();
    expect(chat().activeConversation).toEqual(streamConversation());
    expect(said).toContainEqual({ event: 'stream/joined', payload: { streamId } });
    expect(Object.fromEntries(reads[0]?.query ?? [])).toEqual({ limit: '50', offset: '0' });
    expect(names()).toEqual(['s1', 's2', 's3']);
  });

  test('shows at once what came with the show', async () => {
    const { store, thread, names } = await watching(streamPage(1, 0));
    store.dispatch(streamChatClosed());
    answer(history, () => new Promise<never>(() => undefined));
    store.dispatch(streamChatOpened({ conversation: streamConversation(), messages: streamPage(1, 2).data }));
    await waitFor(() => expect(names()).toEqual(['s1', 's2']));
    expect(thread()?.isRead).toBe(false);
  });

  test('without a connection its messages are asked for all the same', async () => {
    const { store } = openChat();
    const state = () => store.getState() as unknown as LateState;
    await waitFor(() => expect(state().streamChat).toBeDefined());
    answer(history, streamPage(1, 2));
    store.dispatch(streamChatOpened({ conversation: streamConversation() }));
    await waitFor(() => expect(state().streamChat.conversationMap[id]?.items).toHaveLength(2));
  });

  test('older ones come before what is held, once', async () => {
    const { store, names, thread } = await watching(streamPage(51, 100));
    const reads = answer(history, streamPage(1, 51));
    store.dispatch(olderAsked(id));
    store.dispatch(olderAsked(id));
    await waitFor(() => expect(names()).toHaveLength(100));
    expect(names()?.[0]).toBe('s1');
    expect(reads).toHaveLength(1);
    expect(reads[0]?.query.get('cursor')).toBe('51');
    expect(thread()).toMatchObject({ fetching: false, isLoadMore: true, nextCursor: null });
  });

  test('a failure is kept for the screen, in the words for loading', async () => {
    const { store, thread, names } = await watching(streamPage(51, 100));
    cutOff(history);
    store.dispatch(olderAsked(id));
    await waitFor(() => expect(thread()?.error?.message).toBe('Error occurred, please try again later'));
    expect(names()).toHaveLength(50);
  });

  test('leaving resets to the initial state and tells the host', async () => {
    const { store, chat, said } = await watching();
    store.dispatch(streamChatClosed());
    await waitFor(() => expect(chat()).toEqual(noStreamChat));
    expect(said.at(-1)).toEqual({ event: 'stream/left', payload: { streamId } });
  });
});

describe('writing', () => {
  test('sets sending, and success appends the message, once', async () => {
    const { store, chat, names, tell } = await watching();
    let release: () => void = () => undefined;
    const asked = answer('POST /messages/stream/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return ownStreamMessage(4);
    });
    store.dispatch(streamMessageSubmitted({ conversationId: id, text: 'hello', key: 'k1' }));
    expect(chat().sendMessage).toEqual({ sending: true, error: null, data: null });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toEqual({ text: 'hello', clientKey: 'k1' });
    tell('stream/message-created', { streamId, conversationId: id, messages: [ownStreamMessage(4)] });
    await waitFor(() => expect(names()).toEqual(['s1', 's2', 's3', 's4']));
    release();
    await waitFor(() => expect(chat().sendMessage).toEqual({ sending: false, error: null, data: ownStreamMessage(4) }));
    expect(names()).toEqual(['s1', 's2', 's3', 's4']);
  });

  test('a failure is stored', async () => {
    const { store, chat, names } = await watching();
    refuse('POST /messages/stream/:id', 'forbidden_words');
    store.dispatch(streamMessageSubmitted({ conversationId: id, text: 'oops', key: 'k1' }));
    await waitFor(() => expect(chat().sendMessage).toMatchObject({ sending: false, error: { code: 'forbidden_words' } }));
    expect(names()).toHaveLength(3);
  });

  test('a refusal because of the rules has them asked for again', async () => {
    const { store, chat } = await watching();
    refuse('POST /messages/stream/:id', 'follow_required');
    const now = streamConversation({ chatAudience: 'followers', canWrite: false, writeNeeds: ['follow'] });
    answer('GET /streaming/join/:id', { stream: stream(), conversation: now, messages: [] });
    store.dispatch(streamMessageSubmitted({ conversationId: id, text: 'hi', key: 'k1' }));
    await waitFor(() => expect(chat().activeConversation).toEqual(now));
  });
});

describe('deleting', () => {
  test('sets deleting, and success removes the message', async () => {
    const { store, chat, names } = await watching();
    answer('DELETE /messages/:id', streamMessage(2, { isDeleted: true, text: '' }));
    store.dispatch(streamDeletionAsked('s2'));
    expect(chat().deleteMessage.deleting).toBe(true);
    await waitFor(() => expect(names()).toEqual(['s1', 's3']));
    expect(chat().deleteMessage).toMatchObject({ deleting: false, error: null, data: { _id: 's2' } });
  });

  test('a failure is stored and takes nothing away', async () => {
    const { store, chat, names } = await watching();
    refuse('DELETE /messages/:id', 'not_owner');
    store.dispatch(streamDeletionAsked('s2'));
    await waitFor(() => expect(chat().deleteMessage.error?.code).toBe('not_owner'));
    expect(names()).toHaveLength(3);
  });

  test("a message deleted remotely stays, with the text 'Message deleted'", async () => {
    const { tell, texts, thread } = await watching();
    tell('stream/message-deleted', { _id: 's2', conversationId: id });
    await waitFor(() => expect(texts()).toEqual(['text 1', 'Message deleted', 'text 3']));
    expect(thread()?.items[1]?.isDeleted).toBe(true);
  });

  test('one that was deleted before somebody came says the same', async () => {
    const { texts } = await watching({ data: [streamMessage(1, { isDeleted: true, text: '' })], total: 1, nextCursor: null });
    expect(texts()).toEqual(['Message deleted']);
  });
});

describe('receiving', () => {
  test('appends the message, each once however often it is told', async () => {
    const { tell, names, chat } = await watching();
    tell('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(4), streamMessage(4), streamMessage(5)] });
    tell('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(5)] });
    await waitFor(() => expect(names()).toEqual(['s1', 's2', 's3', 's4', 's5']));
    expect(chat().receiveMessage.data?._id).toBe('s5');
  });

  test('what comes within a frame changes the store once, in the order in which it was said', async () => {
    const { store, tell, texts } = await watching(streamPage(1, 0));
    let changes = 0;
    store.subscribe(() => (changes += 1));
    for (let place = 1; place <= 200; place += 1)
      tell('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(place)] });
    await waitFor(() => expect(texts()).toHaveLength(200));
    expect(changes).toBe(1);
    expect(texts()?.slice(0, 2)).toEqual(['text 1', 'text 2']);
    tell('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(201)] });
    tell('stream/message-deleted', { _id: 's201', conversationId: id });
    tell('stream/cleared', { conversationId: id });
    tell('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(202)] });
    await waitFor(() => expect(texts()).toEqual(['text 202']));
  });
});

describe('clearing and resetting', () => {
  test('a clear action empties the items of one conversation', async () => {
    const { store, chat, names } = await watching();
    store.dispatch(messagesReceived([streamMessage(9, { conversationId: 'other' })]));
    store.dispatch(conversationCleared(id));
    expect(names()).toEqual([]);
    expect(chat().conversationMap['other']?.items).toHaveLength(1);
  });

  test('who keeps order clears it for all', async () => {
    const { store, names } = await watching();
    const asked = answer('DELETE /messages/stream/:id/remove-all-message', { cleared: 3 });
    store.dispatch(clearAsked(id));
    await waitFor(() => expect(names()).toEqual([]));
    expect(asked[0]?.params).toEqual({ id });
  });

  test('a reset action restores the initial state, and so does signing out', async () => {
    const first = await watching();
    first.store.dispatch(streamReset());
    expect(first.chat()).toEqual(noStreamChat);
    first.store.dispatch(messagesReceived([streamMessage(1)]));
    first.store.dispatch(privateRequestAdded(privateRequest('r1')));
    first.store.dispatch(signedOut());
    expect(first.chat()).toEqual(noStreamChat);
    expect(first.requests()).toEqual([]);
  });
});

describe('the rules', () => {
  test('a mute is heard at once, and its end has the rules asked for', async () => {
    const { tell, chat } = await watching();
    tell('stream/muted', { conversationId: id, isMuted: true, until: '2090-01-01T00:00:00.000Z' });
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: true, canWrite: false }));
    answer('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    tell('stream/muted', { conversationId: id, isMuted: false, until: null });
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: false, canWrite: true }));
  });

  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

  test('a timed mute that was heard ends by itself', async () => {
    const { tell, chat } = await watching();
    const asked = answer('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });
    tell('stream/muted', { conversationId: id, isMuted: true, until: inMs(400) });
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: true, canWrite: false }));
    expect(asked).toHaveLength(0);
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: false, canWrite: true }), { timeout: 3000 });
    expect(asked).toHaveLength(1);
  });

  test('a timed mute that the page came with ends too, and is asked about again while the host still holds to it', async () => {
    const muted = streamConversation({ isMuted: true, mutedUntil: inMs(100), canWrite: false });
    let asked = 0;
    answer('GET /streaming/join/:id', () => {
      asked += 1;
      return { stream: stream(), conversation: asked === 1 ? muted : streamConversation(), messages: [] };
    });
    const { chat } = await watching(streamPage(1, 3), muted);
    await waitFor(() => expect(chat().activeConversation).toMatchObject({ isMuted: false, canWrite: true }), { timeout: 4000 });
    expect(asked).toBe(2);
  });

  test('slow mode follows the show, and another audience has the rules asked for', async () => {
    const { tell, chat } = await watching();
    tell('stream/info-changed', stream({ slowModeSeconds: 10 }));
    await waitFor(() => expect(chat().activeConversation?.slowModeSeconds).toBe(10));
    const closed = streamConversation({ chatAudience: 'subscribers', canWrite: false, writeNeeds: ['subscribe'] });
    answer('GET /streaming/join/:id', { stream: stream(), conversation: closed, messages: [] });
    tell('stream/info-changed', stream({ slowModeSeconds: 10, chatAudience: 'subscribers' }));
    await waitFor(() => expect(chat().activeConversation).toEqual(closed));
  });
});

describe('after the connection was away', () => {
  const rejoined = () => answer('GET /streaming/join/:id', { stream: stream(), conversation: streamConversation(), messages: [] });

  test('the host hears again that she is there, and what was said, deleted or cleared meanwhile is as it is there', async () => {
    const { prove, said, texts } = await watching(streamPage(1, 60, 'more'));
    rejoined();
    const { data } = streamPage(30, 79, 'more');
    answer(history, {
      data: data.map((one) => (one._id === 's40' ? { ...one, isDeleted: true, text: '' } : one)),
      total: 79,
      nextCursor: 'x',
    });
    prove();
    await waitFor(() => expect(texts()).toHaveLength(79));
    expect([texts()?.[0], texts()?.[39], texts()?.at(-1)]).toEqual(['text 1', 'Message deleted', 'text 79']);
    expect(said.filter(({ event }) => event === 'stream/joined')).toHaveLength(2);
    answer(history, streamPage(81, 80, null));
    prove();
    await waitFor(() => expect(texts()).toEqual([]));
  });

  test('where more was said than a page holds, nothing is shown over a gap', async () => {
    const { prove, names, thread } = await watching(streamPage(1, 3));
    rejoined();
    answer(history, streamPage(101, 150));
    prove();
    await waitFor(() => expect(names()?.[0]).toBe('s101'));
    expect(thread()?.nextCursor).toBe('101');
  });

  test('what is said while an answer is on its way is not lost with it', async () => {
    const { prove, names, tell } = await watching(streamPage(1, 3));
    rejoined();
    answer(history, async () => {
      tell('stream/message-created', { streamId, conversationId: id, messages: [streamMessage(5)] });
      await waitFor(() => expect(names()).toContain('s5'));
      return streamPage(1, 4);
    });
    prove();
    await waitFor(() => expect(names()).toEqual(['s1', 's2', 's3', 's4', 's5']));
  });
});

describe('private requests', () => {
  async function performing(waiting = [privateRequest('r2'), privateRequest('r1')]) {
    answer('GET /streaming/private-requests', { data: waiting, total: waiting.length, nextCursor: null });
    const chat = openChat(performer());
    const state = () => chat.store.getState() as unknown as LateState;
    await waitFor(() => expect(state().streaming).toBeDefined());
    const line = openLine(chat.store);
    const ids = () => state().streaming.privateRequests.map(({ _id }) => _id);
    await waitFor(() => expect(ids()).toHaveLength(waiting.length));
    return { ...chat, ...line, ids };
  }

  test('adding appends an entry', async () => {
    const { store, ids } = await performing([]);
    store.dispatch(privateRequestAdded(privateRequest('r1')));
    store.dispatch(privateRequestAdded(privateRequest('r2')));
    expect(ids()).toEqual(['r1', 'r2']);
  });

  test('accessing one removes all entries with its conversation', async () => {
    const { store, ids } = await performing([]);
    for (const one of ['r1', 'r2', 'r3'])
      store.dispatch(privateRequestAdded(privateRequest(one, { conversationId: one === 'r2' ? 'other' : 'same' })));
    store.dispatch(privateRequestAccessed('same'));
    expect(ids()).toEqual(['r2']);
  });

  test('a performer finds those that came while she was away, and hears of new ones and of their end', async () => {
    const { tell, ids } = await performing();
    expect(ids()).toEqual(['r1', 'r2']);
    tell('private-request/created', privateRequest('r3'), 'one event');
    tell('private-request/created', privateRequest('r3'), 'one event');
    await waitFor(() => expect(ids()).toEqual(['r1', 'r2', 'r3']));
    tell('private-request/cancelled', privateRequest('r1', { status: 'cancelled' }));
    tell('private-request/declined', privateRequest('r2', { status: 'lapsed' }));
    await waitFor(() => expect(ids()).toEqual(['r3']));
  });

  test('one that the list has brought and an event tells of stands there once', async () => {
    const { tell, ids } = await performing();
    tell('private-request/created', privateRequest('r2'));
    tell('private-request/created', privateRequest('r3'));
    await waitFor(() => expect(ids()).toEqual(['r1', 'r2', 'r3']));
  });

  test('what is told while the list is on its way is not lost with it', async () => {
    const { prove, tell, ids } = await performing([]);
    let isOld = true;
    const asked = answer('GET /streaming/private-requests', () => {
      const data = isOld ? [privateRequest('r1')] : [privateRequest('r2')];
      if (isOld) {
        tell('private-request/cancelled', privateRequest('r1', { status: 'cancelled' }));
        tell('private-request/created', privateRequest('r2'));
      }
      isOld = false;
      return { data, total: 1, nextCursor: null };
    });
    prove();
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
    await waitFor(() => expect(ids()).toEqual(['r2']));
  });
});
