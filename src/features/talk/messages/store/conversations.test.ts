/** The list of conversations and threads, tested through the store and the sagas, with the API mocked over HTTP. */
import { waitFor } from '@testing-library/react';
import { mockEndpoint, mockNetworkError, mockError } from '../../../../../tests/kit/screens/fake-host';
import { ada, conversation, message, openSession, ownMessage, page, startChatTests } from '../../../../../tests/kit/screens/conversations';
import { signedOut } from '@web/session/store/auth.slice';
import { firstSettings } from '@web/session/store/first-settings';
import { makeStore } from '@web/shell/store/store';
import { conversationAdded, conversationSeen, conversationSelected } from './conversations.slice';
import {
  jumpRequested,
  conversationClosed,
  conversationOpened,
  conversationsRequested,
  deletionRequested,
  muteRequested,
  newerRequested,
  olderRequested,
} from './intents';
import { messageReceived, threadCleared } from './threads.slice';

startChatTests();

const list = (ids: string[], changes: object = {}) => ({
  data: ids.map((id) => conversation(id)),
  total: ids.length,
  isMore: false,
  nextCursor: null,
  ...changes,
});
const loadFailed = 'Error occurred, please try again later';
const seqs = ({ items }: { items: { seq: number }[] } = { items: [] }): number[] => items.map(({ seq }) => seq);

async function openStore() {
  const chat = openSession();
  await waitFor(() => expect(chat.state().conversations).toBeDefined());
  return { ...chat, thread: () => chat.state().threads.byConversation['c1'] };
}

/** A store with the thread of 'c1' open and `firstPage` loaded. */
async function openThread(firstPage = page(26, 50)) {
  const chat = await openStore();
  mockEndpoint('GET /conversations/:id', conversation('c1'));
  mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  const reads = mockEndpoint('GET /messages/conversations/:id', firstPage);
  chat.store.dispatch(conversationOpened({ id: 'c1' }));
  await waitFor(() => expect(chat.thread()?.isLoaded).toBe(true));
  return { ...chat, reads };
}

test('the store of a signed-out browser contains no conversations', async () => {
  const guest = makeStore({ user: null, settings: firstSettings });
  const { state } = await openStore();
  expect(state().conversations).toBeDefined();
  expect(guest.store.getState().conversations).toBeUndefined();
});

describe('the list', () => {
  test('is requesting until the API has responded; then ids and mapping are stored', async () => {
    let release: () => void = () => undefined;
    const requests = mockEndpoint('GET /conversations', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return list(['c1', 'c2'], { isMore: true, nextCursor: 'next' });
    });
    const { store, state } = await openStore();
    store.dispatch(conversationsRequested({ filter: { isUnread: true, keyword: 'ada' }, more: false }));
    expect(state().conversations.requesting).toBe(false);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ isUnread: 'true', keyword: 'ada' });
    expect(state().conversations).toMatchObject({ requesting: true, success: false });
    release();
    await waitFor(() => expect(state().conversations.success).toBe(true));
    expect(state().conversations).toMatchObject({ requesting: false, error: null, data: ['c1', 'c2'], total: 2, isMore: true });
    expect(state().conversations.mapping).toEqual({ c1: conversation('c1'), c2: conversation('c2') });
  });

  test('appends more rows, each id once, and is replaced by a new request', async () => {
    const { store, state } = await openStore();
    mockEndpoint('GET /conversations', list(['c1', 'c2'], { isMore: true, nextCursor: 'next' }));
    store.dispatch(conversationsRequested({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.success).toBe(true));
    const more = mockEndpoint('GET /conversations', list(['c2', 'c3']));
    store.dispatch(conversationsRequested({ filter: {}, more: true }));
    store.dispatch(conversationsRequested({ filter: {}, more: true }));
    await waitFor(() => expect(state().conversations.data).toEqual(['c1', 'c2', 'c3']));
    expect(more).toHaveLength(1);
    expect(more[0]?.query.get('cursor')).toBe('next');
    mockEndpoint('GET /conversations', list(['c4']));
    store.dispatch(conversationsRequested({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.data).toEqual(['c4']));
    expect(Object.keys(state().conversations.mapping)).toEqual(['c4']);
  });

  test('is cleared by a failure, with the mapping and the active conversation', async () => {
    const { store, state } = await openStore();
    store.dispatch(conversationAdded(conversation('c1')));
    store.dispatch(conversationSelected('c1'));
    mockError('GET /conversations', 'internal_error', { message: 'Something else.' });
    mockError('GET /conversations/:id', 'internal_error');
    store.dispatch(conversationsRequested({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.error?.message).toBe(loadFailed));
    expect(state().conversations).toMatchObject({ requesting: false, success: false, data: [], mapping: {}, active: null });
  });

  test('keeps the open conversation after a failure: it is loaded separately', async () => {
    const { store, state } = await openThread();
    mockNetworkError('GET /conversations');
    store.dispatch(conversationsRequested({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.error?.message).toBe(loadFailed));
    await waitFor(() => expect(state().conversations.mapping['c1']).toEqual(conversation('c1')));
    mockEndpoint('GET /conversations', list(['c2']));
    store.dispatch(conversationsRequested({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations).toMatchObject({ success: true, active: 'c1' }));
    expect(Object.keys(state().conversations.mapping).sort()).toEqual(['c1', 'c2']);
  });

  test('selecting makes a conversation active and prepends it when absent; adding only prepends it', async () => {
    const { store, state } = await openStore();
    store.dispatch(conversationAdded(conversation('c1')));
    store.dispatch(conversationAdded(conversation('c2')));
    store.dispatch(conversationAdded(conversation('c1')));
    expect(state().conversations).toMatchObject({ data: ['c2', 'c1'], active: null });
    store.dispatch(conversationSelected('c1'));
    expect(state().conversations).toMatchObject({ data: ['c2', 'c1'], active: 'c1' });
    store.dispatch(conversationSelected('c3'));
    expect(state().conversations).toMatchObject({ data: ['c3', 'c2', 'c1'], active: 'c3' });
  });

  test('marking as seen sets the unread count to 0', async () => {
    const { store, state } = await openStore();
    store.dispatch(conversationAdded(conversation('c1', { totalNotSeenMessages: 4 })));
    store.dispatch(conversationSeen('c1'));
    expect(state().conversations.mapping['c1']?.totalNotSeenMessages).toBe(0);
  });

  test("muting stores the API's response", async () => {
    const { store, state } = await openStore();
    const requests = mockEndpoint('PUT /conversations/:id', conversation('c1', { isMuted: true }));
    store.dispatch(muteRequested({ id: 'c1', isMuted: true }));
    await waitFor(() => expect(state().conversations.mapping['c1']?.isMuted).toBe(true));
    expect(requests[0]?.body).toEqual({ isMuted: true });
  });

  test('is cleared on sign-out', async () => {
    const { store, state } = await openThread();
    store.dispatch(signedOut());
    expect(state().conversations).toMatchObject({ data: [], mapping: {}, active: null });
    expect(state().threads.byConversation).toEqual({});
  });
});

describe('opening a conversation', () => {
  test('with an id makes it active, marks all as read, and loads the first 25 messages at offset 0', async () => {
    const { store, state } = await openStore();
    store.dispatch(conversationAdded(conversation('c1', { totalNotSeenMessages: 2 })));
    const marks = mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    const reads = mockEndpoint('GET /messages/conversations/:id', page(26, 50));
    store.dispatch(conversationOpened({ id: 'c1' }));
    // Requests are made after a zero delay.
    expect(state().conversations.active).toBeNull();
    await waitFor(() => expect(state().conversations.active).toBe('c1'));
    await waitFor(() => expect(marks[0]?.params).toEqual({ id: 'c1' }));
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(Object.fromEntries(reads[0]?.query ?? [])).toEqual({ limit: '25', offset: '0' });
    expect(state().conversations.mapping['c1']?.totalNotSeenMessages).toBe(0);
  });

  test('loads an unknown one and puts it first', async () => {
    const { state } = await openThread();
    await waitFor(() => expect(state().conversations.mapping['c1']).toEqual(conversation('c1')));
    expect(state().conversations.data).toEqual(['c1']);
  });

  test('without an id creates it from source and sourceId, makes it active and loads 25', async () => {
    const { store, state } = await openStore();
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    const requests = mockEndpoint('POST /conversations', conversation('c9'));
    const reads = mockEndpoint('GET /messages/conversations/:id', { data: [], total: 0, nextCursor: null });
    store.dispatch(conversationOpened({ source: 'performer', sourceId: ada }));
    await waitFor(() => expect(state().conversations.active).toBe('c9'));
    await waitFor(() => expect(reads[0]?.query.get('limit')).toBe('25'));
    expect(requests[0]?.body).toEqual({ source: 'performer', sourceId: ada });
    expect(state().conversations.data).toEqual(['c9']);
  });

  test('reuses a loaded one', async () => {
    const { store, state } = await openStore();
    store.dispatch(conversationAdded(conversation('c1')));
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    mockEndpoint('GET /messages/conversations/:id', page(1, 3));
    const requests = mockEndpoint('POST /conversations', conversation('c9'));
    store.dispatch(conversationOpened({ source: 'performer', sourceId: ada }));
    await waitFor(() => expect(state().conversations.active).toBe('c1'));
    expect(requests).toHaveLength(0);
  });

  test('stores the error when creating one is rejected', async () => {
    mockError('POST /conversations', 'blocked_by_performer');
    const { store, state } = await openStore();
    store.dispatch(conversationOpened({ source: 'performer', sourceId: ada }));
    await waitFor(() => expect(state().conversations.opening.error?.code).toBe('blocked_by_performer'));
    expect(state().conversations.active).toBeNull();
  });

  test('closing clears the active conversation', async () => {
    const { store, state } = await openThread();
    store.dispatch(conversationClosed());
    await waitFor(() => expect(state().conversations.active).toBeNull());
  });

  test('skips a load while that conversation is fetching', async () => {
    const chat = await openStore();
    mockEndpoint('GET /conversations/:id', conversation('c1'));
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    let release: () => void = () => undefined;
    const reads = mockEndpoint('GET /messages/conversations/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return page(1, 3);
    });
    chat.store.dispatch(conversationOpened({ id: 'c1' }));
    await waitFor(() => expect(chat.thread()?.fetching).toBe(true));
    chat.store.dispatch(conversationOpened({ id: 'c1' }));
    await waitFor(() => expect(reads).toHaveLength(1));
    release();
    await waitFor(() => expect(chat.thread()).toMatchObject({ fetching: false, isLoaded: true }));
    expect(reads).toHaveLength(1);
  });
});

describe('messages', () => {
  test('are stored in reversed order by the first load', async () => {
    const { thread } = await openThread(page(1, 3));
    expect(seqs(thread())).toEqual([1, 2, 3]);
    expect(thread()).toMatchObject({ total: 3, fetching: false, isLoadMore: false, nextCursor: null });
  });

  test('are prepended in reversed order when older ones are loaded, from the cursor of the loaded ones', async () => {
    const { store, thread } = await openThread();
    const reads = mockEndpoint('GET /messages/conversations/:id', page(1, 25, 50));
    store.dispatch(olderRequested('c1'));
    await waitFor(() => expect(seqs(thread())).toEqual(Array.from({ length: 50 }, (_, index) => index + 1)));
    expect(Object.fromEntries(reads[0]?.query ?? [])).toEqual({ limit: '25', cursor: '26' });
    expect(thread()).toMatchObject({ fetching: false, isLoadMore: true });
  });

  test("keep their state when a load fails with 'Error occurred, please try again later'", async () => {
    const { store, thread } = await openThread();
    mockNetworkError('GET /messages/conversations/:id');
    store.dispatch(olderRequested('c1'));
    await waitFor(() => expect(thread()?.error?.message).toBe(loadFailed));
    expect(thread()).toMatchObject({ fetching: false });
    expect(seqs(thread())).toHaveLength(25);
  });

  test('around a jump target replace the loaded ones; newer ones are appended up to the newest', async () => {
    const { store, thread } = await openThread();
    const reads = mockEndpoint('GET /messages/conversations/:id', page(5, 9, 50));
    store.dispatch(jumpRequested({ id: 'c1', messageId: 'm7' }));
    await waitFor(() => expect(seqs(thread())).toEqual([5, 6, 7, 8, 9]));
    expect(reads[0]?.query.get('around')).toBe('m7');
    expect(thread()?.isDetached).toBe(true);
    const next = mockEndpoint('GET /messages/conversations/:id', page(10, 50, 50));
    store.dispatch(newerRequested('c1'));
    await waitFor(() => expect(thread()?.isDetached).toBe(false));
    expect(next[0]?.query.get('after')).toBe('9');
    expect(seqs(thread()).at(-1)).toBe(50);
  });

  test('are loaded for a jump even while older ones are loading', async () => {
    const { store, thread } = await openThread();
    let release: () => void = () => undefined;
    const requests = mockEndpoint('GET /messages/conversations/:id', async ({ query }) => {
      if (query.has('around')) return page(5, 9, 50);
      await new Promise<void>((resolve) => (release = resolve));
      return page(20, 25, 50);
    });
    store.dispatch(olderRequested('c1'));
    store.dispatch(jumpRequested({ id: 'c1', messageId: 'm7' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    release();
    await waitFor(() => expect(seqs(thread())).toEqual([5, 6, 7, 8, 9]));
  });

  test('of one conversation are emptied by clearing', async () => {
    const { store, state, thread } = await openThread();
    store.dispatch(messageReceived(message(1, { conversationId: 'c2' })));
    store.dispatch(threadCleared('c1'));
    expect(thread()?.items).toEqual([]);
    expect(state().threads.byConversation['c2']?.items).toHaveLength(1);
  });

  test('are removed after a deletion succeeds', async () => {
    const { store, state, thread } = await openThread(page(1, 3));
    let release: () => void = () => undefined;
    mockEndpoint('DELETE /messages/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return ownMessage(2, { isDeleted: true, text: '' });
    });
    store.dispatch(deletionRequested({ id: 'm2', conversationId: 'c1' }));
    await waitFor(() => expect(state().threads.deleteMessage.deleting).toBe(true));
    await waitFor(() => {
      release();
      expect(state().threads.deleteMessage.deleting).toBe(false);
    });
    expect(seqs(thread())).toEqual([1, 3]);
    expect(state().threads.deleteMessage).toMatchObject({ error: null, data: { _id: 'm2' } });
  });

  test('stay in the list when a deletion is rejected, with the error stored', async () => {
    const { store, state, thread } = await openThread(page(1, 3));
    mockError('DELETE /messages/:id', 'not_owner');
    store.dispatch(deletionRequested({ id: 'm2', conversationId: 'c1' }));
    await waitFor(() => expect(state().threads.deleteMessage.error?.code).toBe('not_owner'));
    expect(state().threads.deleteMessage.deleting).toBe(false);
    expect(seqs(thread())).toEqual([1, 2, 3]);
  });
});
