/** Stories of what the host says of conversations on the connection, and of what is told to it there. */
import { waitFor } from '@testing-library/react';
import type { HostEvents } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { answer, cutOff } from '../../../../../tests/kit/screens/fake-host';
import {
  ada,
  conversation,
  look,
  me,
  message,
  ownMessage,
  page,
  reading,
  startTestChats,
} from '../../../../../tests/support/conversations';
import { proveLine } from '@web/session/line';
import { presenceWatched } from '@web/session/intents';
import { conversationAdded } from './conversations.slice';
import { conversationClosed, seenSaid, typingSaid } from '../../../messages/intents';

startTestChats();

const at = '2026-01-01T00:00:00.000Z';

afterEach(() => {
  look('visible');
  jest.useRealTimers();
});

const created = (seq: number, changes: Partial<HostEvents['message/created']> = {}) => message(seq, changes);

describe('a message that arrives', () => {
  test('stands in its thread, its row says so at the front, and the other one learns that it was read', async () => {
    const { state, tell, seqs, row, emitted } = await reading();
    tell('conversation/changed', conversation('c2', { lastSeq: 0 }));
    tell('message/created', created(1, { conversationId: 'c2', _id: 'other' }));
    expect(state().conversations.data).toEqual(['c2', 'c1']);
    tell('message/created', created(4, { text: 'x'.repeat(100) }));
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(state().threads.receiveMessage.data?._id).toBe('m4');
    expect(state().conversations.data).toEqual(['c1', 'c2']);
    expect(row()).toMatchObject({ lastSeq: 4, totalNotSeenMessages: 0, lastMessage: { text: 'x'.repeat(80), senderId: ada } });
    await waitFor(() => expect(emitted('conversation/seen')).toEqual([{ conversationId: 'c1' }]));
    expect(row('c2')).toMatchObject({ totalNotSeenMessages: 1 });
  });

  test('twice is once', async () => {
    const { tell, seqs, row } = await reading();
    tell('message/created', created(4), 'same');
    tell('message/created', created(4), 'same');
    tell('message/created', created(4), 'told again');
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(row()?.lastSeq).toBe(4);
  });

  test('above a gap the missing ones are fetched, whatever comes doubled and in whatever order meanwhile', async () => {
    const { tell, seqs, thread } = await reading();
    answer('GET /conversations/:id', conversation('c1', { lastSeq: 9 }));
    const asked = answer('GET /messages/conversations/:id', ({ query }) => {
      const after = Number(query.get('after'));
      return { ...page(after + 1, Math.min(after + 3, 9), 9), nextCursor: null };
    });
    tell('message/created', created(9));
    tell('message/created', created(6));
    expect(seqs()).toEqual([1, 2, 3]);
    tell('message/created', created(5));
    tell('message/created', created(4));
    tell('message/created', created(9), 'again');
    await waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(asked[0]?.query.get('after')).toBe('3');
    await waitFor(() => expect(thread()).toMatchObject({ through: 9, total: 9 }));
  });

  test('a gap that cannot be filled at once is filled later', async () => {
    const { tell, seqs } = await reading();
    answer('GET /conversations/:id', conversation('c1', { lastSeq: 5 }));
    const away = cutOff('GET /messages/conversations/:id');
    tell('message/created', created(5));
    await waitFor(() => expect(away).toHaveLength(1));
    answer('GET /messages/conversations/:id', { ...page(4, 5), nextCursor: null });
    await waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4, 5]), { timeout: 4000 });
  });

  test('in a conversation that is not known it is fetched and goes to the front', async () => {
    const { state, tell } = await reading();
    answer('GET /conversations/:id', conversation('c7', { lastSeq: 1, totalNotSeenMessages: 1 }));
    tell('message/created', created(1, { conversationId: 'c7', _id: 'new' }));
    await waitFor(() => expect(state().conversations.data[0]).toBe('c7'));
    expect(state().conversations.mapping['c7']?.totalNotSeenMessages).toBe(1);
  });

  test('an own one from another device is not unread, and is not marked', async () => {
    const { tell, row, seqs, emitted, store } = await reading();
    store.dispatch(conversationClosed());
    tell('message/created', ownMessage(4));
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(row()?.totalNotSeenMessages).toBe(0);
    expect(emitted('conversation/delivered')).toEqual([]);
  });

  test('while the window is hidden it is unread and delivered; it is read when she looks again', async () => {
    const { tell, row, emitted } = await reading();
    look('hidden');
    tell('message/created', created(4));
    tell('message/created', created(5));
    expect(row()?.totalNotSeenMessages).toBe(2);
    await waitFor(() => expect(emitted('conversation/delivered')).toEqual([{ conversationId: 'c1', seq: 5 }]));
    expect(emitted('conversation/seen')).toEqual([]);
    look('visible');
    expect(row()?.totalNotSeenMessages).toBe(0);
    await waitFor(() => expect(emitted('conversation/seen')).toEqual([{ conversationId: 'c1' }]));
  });

  test('many conversations at once are told of a few at a time', async () => {
    const { tell, emitted, store } = await reading();
    for (const id of ['c2', 'c3', 'c4', 'c5', 'c6']) {
      store.dispatch(conversationAdded(conversation(id)));
      tell('message/created', created(1, { conversationId: id, _id: `of ${id}` }));
    }
    await waitFor(() => expect(emitted('conversation/delivered')).toHaveLength(3));
    await waitFor(() => expect(emitted('conversation/delivered')).toHaveLength(5));
  });
});

test('without a connection, what was read is said over HTTP', async () => {
  const { store, seen } = await reading();
  proveLine('unproven');
  const before = seen.length;
  store.dispatch(seenSaid('c1'));
  await waitFor(() => expect(seen).toHaveLength(before + 1));
});

describe('what becomes of messages', () => {
  test("deleted by the other one it stays, with isDeleted and the text 'Message deleted!'", async () => {
    const { tell, thread } = await reading();
    tell('message/created', created(4, { replyTo: { _id: 'm2', senderId: ada, text: 'text 2', isDeleted: false } }));
    tell('message/deleted', { _id: 'm2', conversationId: 'c1' });
    expect(thread()?.items).toHaveLength(4);
    expect(thread()?.items[1]).toMatchObject({ _id: 'm2', isDeleted: true, text: 'Message deleted!', files: [] });
    expect(thread()?.items[3]?.replyTo).toMatchObject({ isDeleted: true, text: 'Message deleted!' });
  });

  test('the last one, deleted, makes the row say so', async () => {
    const { tell, row } = await reading();
    const lastMessage = { text: 'Message deleted!', type: 'text' as const, totalFiles: 0, isDeleted: true, senderId: ada, createdAt: at };
    answer('GET /conversations/:id', conversation('c1', { lastSeq: 3, lastMessage }));
    tell('message/deleted', { _id: 'm3', conversationId: 'c1' });
    await waitFor(() => expect(row()?.lastMessage?.isDeleted).toBe(true));
  });

  test('an own one that was deleted on another device goes, as it does here', async () => {
    const { tell, seqs } = await reading();
    tell('message/created', ownMessage(4));
    tell('message/created', created(5));
    tell('message/deleted', { _id: 'm4', conversationId: 'c1' });
    expect(seqs()).toEqual([1, 2, 3, 5]);
  });

  test('bought or made ready, it stands as it is now', async () => {
    const { tell, thread } = await reading();
    tell('message/changed', created(2, { isBought: true, text: 'all of it' }));
    expect(thread()?.items[1]).toMatchObject({ isBought: true, text: 'all of it' });
  });

  test('own ones come as far as the other one says: delivered, then seen', async () => {
    const { tell, thread, row } = await reading();
    tell('message/created', ownMessage(4));
    tell('message/created', ownMessage(5));
    const statuses = () => thread()?.items.map(({ status }) => status);
    tell('conversation/delivered', { conversationId: 'c1', accountId: ada, seq: 5 });
    expect(statuses()).toEqual(['sent', 'sent', 'sent', 'delivered', 'delivered']);
    tell('conversation/seen', { conversationId: 'c1', accountId: ada, seq: 4 });
    expect(statuses()).toEqual(['sent', 'sent', 'sent', 'seen', 'delivered']);
    expect(row()).toMatchObject({ seenSeq: 4, seenAt: at, deliveredSeq: 5 });
  });

  test('read on another own device, nothing of it is unread here', async () => {
    const { tell, row } = await reading();
    tell('conversation/changed', conversation('c2', { lastSeq: 4, totalNotSeenMessages: 3 }));
    tell('conversation/seen', { conversationId: 'c2', accountId: me, seq: 4 });
    expect(row('c2')?.totalNotSeenMessages).toBe(0);
  });
});

describe('typing', () => {
  test('is shown until it is told to have stopped, a message comes, or nothing was heard for a while', async () => {
    const { tell, state } = await reading();
    const typing = () => state().typing['c1'];
    const say = (isTyping: boolean) => tell('conversation/typing', { conversationId: 'c1', accountId: ada, isTyping });
    say(true);
    expect(typing()).toBe(true);
    say(false);
    expect(typing()).toBe(false);
    say(true);
    tell('message/created', created(4));
    expect(typing()).toBe(false);
    jest.useFakeTimers();
    say(true);
    await jest.advanceTimersByTimeAsync(limits.typingEnds_ms - 1000);
    say(true);
    await jest.advanceTimersByTimeAsync(limits.typingEnds_ms - 1);
    expect(typing()).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    expect(typing()).toBe(false);
  });

  test('is said at most once in three seconds, and its end as soon as it may be', async () => {
    const { store, emitted } = await reading();
    jest.useFakeTimers();
    const type = (isTyping: boolean) => store.dispatch(typingSaid({ id: 'c1', isTyping }));
    for (let count = 0; count < 50; count += 1) {
      type(true);
      await jest.advanceTimersByTimeAsync(100);
    }
    const told = (isTyping: boolean) => ({ conversationId: 'c1', isTyping });
    expect(emitted('conversation/typing')).toEqual([told(true), told(true)]);
    type(false);
    expect(emitted('conversation/typing')).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(limits.typingEvery_ms);
    expect(emitted('conversation/typing')).toEqual([told(true), told(true), told(false)]);
  });
});

test('the presence of all that screens show is watched together, told anew to each connection, and believed', async () => {
  const { store, state, prove, emitted } = await reading();
  store.dispatch(presenceWatched({ screen: 'list', accountIds: [ada, 'bruno'] }));
  store.dispatch(presenceWatched({ screen: 'head', accountIds: [ada] }));
  await waitFor(() => expect(emitted('presence/watch')).toEqual([{ accountIds: [ada, 'bruno'] }]));
  expect(state().presence.isOnline).toEqual({ [ada]: true, bruno: false });
  prove();
  await waitFor(() => expect(emitted('presence/watch')).toHaveLength(2));
  store.dispatch(presenceWatched({ screen: 'list', accountIds: [] }));
  await waitFor(() => expect(emitted('presence/watch').at(-1)).toEqual({ accountIds: [ada] }));
});
