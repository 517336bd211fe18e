/** Socket events of conversations, received and sent. */
import { waitFor } from '@testing-library/react';
import type { ServerEvents } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { mockEndpoint, mockNetworkError } from '../../../../../tests/kit/screens/fake-host';
import {
  ada,
  conversation,
  setVisibility,
  me,
  message,
  ownMessage,
  page,
  openThread,
  startChatTests,
} from '../../../../../tests/kit/screens/conversations';
import { setSocketAuthenticated } from '@web/realtime/socket';
import { presenceWatched } from '@web/session/store/intents';
import { conversationAdded } from './conversations.slice';
import { conversationClosed, markReadRequested, typingReported } from './intents';

startChatTests();

const at = '2026-01-01T00:00:00.000Z';

afterEach(() => {
  setVisibility('visible');
  jest.useRealTimers();
});

const created = (seq: number, changes: Partial<ServerEvents['message/created']> = {}) => message(seq, changes);

describe('a received message', () => {
  test('is added to its thread and row, which moves to the front, and is acknowledged as read', async () => {
    const { state, receive, seqs, row, emitted } = await openThread();
    receive('conversation/changed', conversation('c2', { lastSeq: 0 }));
    receive('message/created', created(1, { conversationId: 'c2', _id: 'other' }));
    expect(state().conversations.data).toEqual(['c2', 'c1']);
    receive('message/created', created(4, { text: 'x'.repeat(100) }));
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(state().threads.receiveMessage.data?._id).toBe('m4');
    expect(state().conversations.data).toEqual(['c1', 'c2']);
    expect(row()).toMatchObject({ lastSeq: 4, totalNotSeenMessages: 0, lastMessage: { text: 'x'.repeat(80), senderId: ada } });
    await waitFor(() => expect(emitted('conversation/seen')).toEqual([{ conversationId: 'c1' }]));
    expect(row('c2')).toMatchObject({ totalNotSeenMessages: 1 });
  });

  test('is added once when received twice', async () => {
    const { receive, seqs, row } = await openThread();
    receive('message/created', created(4), 'same');
    receive('message/created', created(4), 'same');
    receive('message/created', created(4), 'event-2');
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(row()?.lastSeq).toBe(4);
  });

  test('fetches the missing ones before it, with duplicates and out-of-order events in the meantime', async () => {
    const { receive, seqs, thread } = await openThread();
    mockEndpoint('GET /conversations/:id', conversation('c1', { lastSeq: 9 }));
    const requests = mockEndpoint('GET /messages/conversations/:id', ({ query }) => {
      const after = Number(query.get('after'));
      return { ...page(after + 1, Math.min(after + 3, 9), 9), nextCursor: null };
    });
    receive('message/created', created(9));
    receive('message/created', created(6));
    expect(seqs()).toEqual([1, 2, 3]);
    receive('message/created', created(5));
    receive('message/created', created(4));
    receive('message/created', created(9), 'again');
    await waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(requests[0]?.query.get('after')).toBe('3');
    await waitFor(() => expect(thread()).toMatchObject({ through: 9, total: 9 }));
  });

  test('fills a gap later when it cannot be filled immediately', async () => {
    const { receive, seqs } = await openThread();
    mockEndpoint('GET /conversations/:id', conversation('c1', { lastSeq: 5 }));
    const failedRequests = mockNetworkError('GET /messages/conversations/:id');
    receive('message/created', created(5));
    await waitFor(() => expect(failedRequests).toHaveLength(1));
    mockEndpoint('GET /messages/conversations/:id', { ...page(4, 5), nextCursor: null });
    await waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4, 5]));
  });

  test('in an unknown conversation loads it and puts it first', async () => {
    const { state, receive } = await openThread();
    mockEndpoint('GET /conversations/:id', conversation('c7', { lastSeq: 1, totalNotSeenMessages: 1 }));
    receive('message/created', created(1, { conversationId: 'c7', _id: 'new' }));
    await waitFor(() => expect(state().conversations.data[0]).toBe('c7'));
    expect(state().conversations.mapping['c7']?.totalNotSeenMessages).toBe(1);
  });

  test('that the user sent from another device is not unread, and is not acknowledged', async () => {
    const { receive, row, seqs, emitted, store } = await openThread();
    store.dispatch(conversationClosed());
    receive('message/created', ownMessage(4));
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(row()?.totalNotSeenMessages).toBe(0);
    expect(emitted('conversation/delivered')).toEqual([]);
  });

  test('in a hidden window is unread and delivered, and is read when the window is visible again', async () => {
    const { receive, row, emitted } = await openThread();
    setVisibility('hidden');
    receive('message/created', created(4));
    receive('message/created', created(5));
    expect(row()?.totalNotSeenMessages).toBe(2);
    await waitFor(() => expect(emitted('conversation/delivered')).toEqual([{ conversationId: 'c1', seq: 5 }]));
    expect(emitted('conversation/seen')).toEqual([]);
    setVisibility('visible');
    expect(row()?.totalNotSeenMessages).toBe(0);
    await waitFor(() => expect(emitted('conversation/seen')).toEqual([{ conversationId: 'c1' }]));
  });

  test('acknowledges many conversations a few at a time', async () => {
    const { receive, emitted, store } = await openThread();
    for (const id of ['c2', 'c3', 'c4', 'c5', 'c6']) {
      store.dispatch(conversationAdded(conversation(id)));
      receive('message/created', created(1, { conversationId: id, _id: `of ${id}` }));
    }
    await waitFor(() => expect(emitted('conversation/delivered')).toHaveLength(3));
    await waitFor(() => expect(emitted('conversation/delivered')).toHaveLength(5));
  });
});

test('reading a conversation is acknowledged over HTTP without a connection', async () => {
  const { store, seen } = await openThread();
  setSocketAuthenticated('unauthenticated');
  const before = seen.length;
  store.dispatch(markReadRequested('c1'));
  await waitFor(() => expect(seen).toHaveLength(before + 1));
});

describe('changes of messages', () => {
  test("keep one deleted by its sender, with isDeleted and the text 'Message deleted!'", async () => {
    const { receive, thread } = await openThread();
    receive('message/created', created(4, { replyTo: { _id: 'm2', senderId: ada, text: 'text 2', isDeleted: false } }));
    receive('message/deleted', { _id: 'm2', conversationId: 'c1' });
    expect(thread()?.items).toHaveLength(4);
    expect(thread()?.items[1]).toMatchObject({ _id: 'm2', isDeleted: true, text: 'Message deleted!', files: [] });
    expect(thread()?.items[3]?.replyTo).toMatchObject({ isDeleted: true, text: 'Message deleted!' });
  });

  test('update the row when the last message is deleted', async () => {
    const { receive, row } = await openThread();
    const lastMessage = { text: 'Message deleted!', type: 'text' as const, totalFiles: 0, isDeleted: true, senderId: ada, createdAt: at };
    mockEndpoint('GET /conversations/:id', conversation('c1', { lastSeq: 3, lastMessage }));
    receive('message/deleted', { _id: 'm3', conversationId: 'c1' });
    await waitFor(() => expect(row()?.lastMessage?.isDeleted).toBe(true));
  });

  test('remove an own message that was deleted on another device', async () => {
    const { receive, seqs } = await openThread();
    receive('message/created', ownMessage(4));
    receive('message/created', created(5));
    receive('message/deleted', { _id: 'm4', conversationId: 'c1' });
    expect(seqs()).toEqual([1, 2, 3, 5]);
  });

  test('show a bought or processed one in its current state', async () => {
    const { receive, thread } = await openThread();
    receive('message/changed', created(2, { isBought: true, text: 'all of it' }));
    expect(thread()?.items[1]).toMatchObject({ isBought: true, text: 'all of it' });
  });

  test('update the status of own messages: delivered, then seen', async () => {
    const { receive, thread, row } = await openThread();
    receive('message/created', ownMessage(4));
    receive('message/created', ownMessage(5));
    const statuses = () => thread()?.items.map(({ status }) => status);
    receive('conversation/delivered', { conversationId: 'c1', accountId: ada, seq: 5 });
    expect(statuses()).toEqual(['sent', 'sent', 'sent', 'delivered', 'delivered']);
    receive('conversation/seen', { conversationId: 'c1', accountId: ada, seq: 4 });
    expect(statuses()).toEqual(['sent', 'sent', 'sent', 'seen', 'delivered']);
    expect(row()).toMatchObject({ seenSeq: 4, seenAt: at, deliveredSeq: 5 });
  });

  test('clear the unread count when read on another device of the user', async () => {
    const { receive, row } = await openThread();
    receive('conversation/changed', conversation('c2', { lastSeq: 4, totalNotSeenMessages: 3 }));
    receive('conversation/seen', { conversationId: 'c2', accountId: me, seq: 4 });
    expect(row('c2')?.totalNotSeenMessages).toBe(0);
  });
});

describe('a changed message', () => {
  test('replaces the loaded one, the text in replies to it, and the excerpt in the list when it is the last', async () => {
    const { state, receive, row } = await openThread();
    receive('message/created', created(4, { replyTo: { _id: 'm2', senderId: ada, text: 'text 2', isDeleted: false } }));
    receive('message/changed', created(2, { text: 'Changed', isEdited: true }));
    const items = () => state().threads.byConversation['c1']?.items ?? [];
    expect(items().find(({ _id }) => _id === 'm2')).toMatchObject({ text: 'Changed', isEdited: true });
    expect(items().at(-1)?.replyTo).toMatchObject({ text: 'Changed', isDeleted: false });
    expect(row()?.lastMessage?.text).toBe('text 4');
    receive('message/changed', created(4, { text: 'Also changed', isEdited: true }));
    await waitFor(() => expect(row()?.lastMessage?.text).toBe('Also changed'));
  });
});

describe('typing', () => {
  test('is shown until it stops, a message arrives, or it times out', async () => {
    const { receive, state } = await openThread();
    const typing = () => state().typing['c1'];
    const receiveTyping = (isTyping: boolean) => receive('conversation/typing', { conversationId: 'c1', accountId: ada, isTyping });
    receiveTyping(true);
    expect(typing()).toBe(true);
    receiveTyping(false);
    expect(typing()).toBe(false);
    receiveTyping(true);
    receive('message/created', created(4));
    expect(typing()).toBe(false);
    jest.useFakeTimers();
    receiveTyping(true);
    await jest.advanceTimersByTimeAsync(limits.typingEnds_ms - 1000);
    receiveTyping(true);
    await jest.advanceTimersByTimeAsync(limits.typingEnds_ms - 1);
    expect(typing()).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    expect(typing()).toBe(false);
  });

  test('is sent at most once in three seconds, and its end as soon as allowed', async () => {
    const { store, emitted } = await openThread();
    jest.useFakeTimers();
    const type = (isTyping: boolean) => store.dispatch(typingReported({ id: 'c1', isTyping }));
    for (let count = 0; count < 50; count += 1) {
      type(true);
      await jest.advanceTimersByTimeAsync(100);
    }
    const typingEvent = (isTyping: boolean) => ({ conversationId: 'c1', isTyping });
    expect(emitted('conversation/typing')).toEqual([typingEvent(true), typingEvent(true)]);
    type(false);
    expect(emitted('conversation/typing')).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(limits.typingEvery_ms);
    expect(emitted('conversation/typing')).toEqual([typingEvent(true), typingEvent(true), typingEvent(false)]);
  });
});

test('the presence of all people on screen is watched in one subscription, which is renewed on each connection', async () => {
  const { store, state, authenticate, emitted } = await openThread();
  store.dispatch(presenceWatched({ screen: 'list', accountIds: [ada, 'bruno'] }));
  store.dispatch(presenceWatched({ screen: 'head', accountIds: [ada] }));
  await waitFor(() => expect(emitted('presence/watch')).toEqual([{ accountIds: [ada, 'bruno'] }]));
  expect(state().presence.isOnline).toEqual({ [ada]: true, bruno: false });
  authenticate();
  await waitFor(() => expect(emitted('presence/watch')).toHaveLength(2));
  store.dispatch(presenceWatched({ screen: 'list', accountIds: [] }));
  await waitFor(() => expect(emitted('presence/watch').at(-1)).toEqual({ accountIds: [ada] }));
});
