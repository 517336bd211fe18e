/** Stories of the list of conversations and of threads: through the store and the sagas, with the host answering over HTTP. */
import { waitFor } from '@testing-library/react';
import { answer, cutOff, refuse } from '../../../../../tests/kit/screens/fake-host';
import { ada, conversation, message, openChat, ownMessage, page, startTestChats } from '../../../../../tests/support/conversations';
import { signedOut } from '@web/session/store/auth.slice';
import { firstSettings } from '@web/session/store/first-settings';
import { makeStore } from '@web/shell/store/store';
import { conversationAdded, conversationSeen, conversationSelected } from './conversations.slice';
import {
  aroundAsked,
  conversationClosed,
  conversationOpened,
  conversationsAsked,
  deletionAsked,
  muteAsked,
  newerAsked,
  olderAsked,
} from '../../../messages/intents';
import { messageReceived, threadCleared } from './threads.slice';

startTestChats();

const list = (ids: string[], changes: object = {}) => ({
  data: ids.map((id) => conversation(id)),
  total: ids.length,
  isMore: false,
  nextCursor: null,
  ...changes,
});
const loadFailed = 'Error occurred, please try again later';
const seqs = ({ items }: { items: { seq: number }[] } = { items: [] }): number[] => items.map(({ seq }) => seq);

async function opened() {
  const chat = openChat();
  await waitFor(() => expect(chat.state().conversations).toBeDefined());
  return { ...chat, thread: () => chat.state().threads.byConversation['c1'] };
}

/** With the thread of 'c1' open, which holds `held`. */
async function reading(held = page(26, 50)) {
  const chat = await opened();
  answer('GET /conversations/:id', conversation('c1'));
  answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  const reads = answer('GET /messages/conversations/:id', held);
  chat.store.dispatch(conversationOpened({ id: 'c1' }));
  await waitFor(() => expect(chat.thread()?.isRead).toBe(true));
  return { ...chat, reads };
}

test('the store of a browser where nobody is signed in holds no conversations', async () => {
  const guest = makeStore({ user: null, settings: firstSettings });
  const { state } = await opened();
  expect(state().conversations).toBeDefined();
  expect(guest.store.getState().conversations).toBeUndefined();
});

describe('the list', () => {
  test('a request is on its way until the host has answered; then ids and mapping are stored', async () => {
    let release: () => void = () => undefined;
    const asked = answer('GET /conversations', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return list(['c1', 'c2'], { isMore: true, nextCursor: 'next' });
    });
    const { store, state } = await opened();
    store.dispatch(conversationsAsked({ filter: { isUnread: true, keyword: 'ada' }, more: false }));
    expect(state().conversations.requesting).toBe(false);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ isUnread: 'true', keyword: 'ada' });
    expect(state().conversations).toMatchObject({ requesting: true, success: false });
    release();
    await waitFor(() => expect(state().conversations.success).toBe(true));
    expect(state().conversations).toMatchObject({ requesting: false, error: null, data: ['c1', 'c2'], total: 2, isMore: true });
    expect(state().conversations.mapping).toEqual({ c1: conversation('c1'), c2: conversation('c2') });
  });

  test('more of it is appended, each id once; asking anew replaces it', async () => {
    const { store, state } = await opened();
    answer('GET /conversations', list(['c1', 'c2'], { isMore: true, nextCursor: 'next' }));
    store.dispatch(conversationsAsked({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.success).toBe(true));
    const more = answer('GET /conversations', list(['c2', 'c3']));
    store.dispatch(conversationsAsked({ filter: {}, more: true }));
    store.dispatch(conversationsAsked({ filter: {}, more: true }));
    await waitFor(() => expect(state().conversations.data).toEqual(['c1', 'c2', 'c3']));
    expect(more).toHaveLength(1);
    expect(more[0]?.query.get('cursor')).toBe('next');
    answer('GET /conversations', list(['c4']));
    store.dispatch(conversationsAsked({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.data).toEqual(['c4']));
    expect(Object.keys(state().conversations.mapping)).toEqual(['c4']);
  });

  test('a failure clears the list, the mapping and the active conversation', async () => {
    const { store, state } = await opened();
    store.dispatch(conversationAdded(conversation('c1')));
    store.dispatch(conversationSelected('c1'));
    refuse('GET /conversations', 'internal_error', { message: 'Something else.' });
    refuse('GET /conversations/:id', 'internal_error');
    store.dispatch(conversationsAsked({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.error?.message).toBe(loadFailed));
    expect(state().conversations).toMatchObject({ requesting: false, success: false, data: [], mapping: {}, active: null });
  });

  test('a failure takes nothing away from whoever reads: the open conversation is asked for by itself', async () => {
    const { store, state } = await reading();
    cutOff('GET /conversations');
    store.dispatch(conversationsAsked({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.error?.message).toBe(loadFailed));
    await waitFor(() => expect(state().conversations.mapping['c1']).toEqual(conversation('c1')));
    answer('GET /conversations', list(['c2']));
    store.dispatch(conversationsAsked({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations).toMatchObject({ success: true, active: 'c1' }));
    expect(Object.keys(state().conversations.mapping).sort()).toEqual(['c1', 'c2']);
  });

  test('selecting makes active, and puts at the front what is absent; adding does the second alone', async () => {
    const { store, state } = await opened();
    store.dispatch(conversationAdded(conversation('c1')));
    store.dispatch(conversationAdded(conversation('c2')));
    store.dispatch(conversationAdded(conversation('c1')));
    expect(state().conversations).toMatchObject({ data: ['c2', 'c1'], active: null });
    store.dispatch(conversationSelected('c1'));
    expect(state().conversations).toMatchObject({ data: ['c2', 'c1'], active: 'c1' });
    store.dispatch(conversationSelected('c3'));
    expect(state().conversations).toMatchObject({ data: ['c3', 'c2', 'c1'], active: 'c3' });
  });

  test('marking as seen takes the number of unread messages to 0', async () => {
    const { store, state } = await opened();
    store.dispatch(conversationAdded(conversation('c1', { totalNotSeenMessages: 4 })));
    store.dispatch(conversationSeen('c1'));
    expect(state().conversations.mapping['c1']?.totalNotSeenMessages).toBe(0);
  });

  test('muting is what the host answers', async () => {
    const { store, state } = await opened();
    const asked = answer('PUT /conversations/:id', conversation('c1', { isMuted: true }));
    store.dispatch(muteAsked({ id: 'c1', isMuted: true }));
    await waitFor(() => expect(state().conversations.mapping['c1']?.isMuted).toBe(true));
    expect(asked[0]?.body).toEqual({ isMuted: true });
  });

  test('signing out leaves nothing of it', async () => {
    const { store, state } = await reading();
    store.dispatch(signedOut());
    expect(state().conversations).toMatchObject({ data: [], mapping: {}, active: null });
    expect(state().threads.byConversation).toEqual({});
  });
});

describe('opening a conversation', () => {
  test('with an id makes it active, marks all read, and loads the first 25 messages at offset 0', async () => {
    const { store, state } = await opened();
    store.dispatch(conversationAdded(conversation('c1', { totalNotSeenMessages: 2 })));
    const marks = answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    const reads = answer('GET /messages/conversations/:id', page(26, 50));
    store.dispatch(conversationOpened({ id: 'c1' }));
    // What is asked for is done after a zero delay.
    expect(state().conversations.active).toBeNull();
    await waitFor(() => expect(state().conversations.active).toBe('c1'));
    await waitFor(() => expect(marks[0]?.params).toEqual({ id: 'c1' }));
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(Object.fromEntries(reads[0]?.query ?? [])).toEqual({ limit: '25', offset: '0' });
    expect(state().conversations.mapping['c1']?.totalNotSeenMessages).toBe(0);
  });

  test('one that is not known yet is fetched, and stands at the front', async () => {
    const { state } = await reading();
    await waitFor(() => expect(state().conversations.mapping['c1']).toEqual(conversation('c1')));
    expect(state().conversations.data).toEqual(['c1']);
  });

  test('without an id creates it from source and sourceId, makes it active and loads 25', async () => {
    const { store, state } = await opened();
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    const made = answer('POST /conversations', conversation('c9'));
    const reads = answer('GET /messages/conversations/:id', { data: [], total: 0, nextCursor: null });
    store.dispatch(conversationOpened({ source: 'performer', sourceId: ada }));
    await waitFor(() => expect(state().conversations.active).toBe('c9'));
    await waitFor(() => expect(reads[0]?.query.get('limit')).toBe('25'));
    expect(made[0]?.body).toEqual({ source: 'performer', sourceId: ada });
    expect(state().conversations.data).toEqual(['c9']);
  });

  test('one that is known is used again', async () => {
    const { store, state } = await opened();
    store.dispatch(conversationAdded(conversation('c1')));
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    answer('GET /messages/conversations/:id', page(1, 3));
    const made = answer('POST /conversations', conversation('c9'));
    store.dispatch(conversationOpened({ source: 'performer', sourceId: ada }));
    await waitFor(() => expect(state().conversations.active).toBe('c1'));
    expect(made).toHaveLength(0);
  });

  test('a refusal to make one is kept for the screen', async () => {
    refuse('POST /conversations', 'blocked_by_performer');
    const { store, state } = await opened();
    store.dispatch(conversationOpened({ source: 'performer', sourceId: ada }));
    await waitFor(() => expect(state().conversations.opening.error?.code).toBe('blocked_by_performer'));
    expect(state().conversations.active).toBeNull();
  });

  test('closing clears the active conversation', async () => {
    const { store, state } = await reading();
    store.dispatch(conversationClosed());
    await waitFor(() => expect(state().conversations.active).toBeNull());
  });

  test('a load is skipped while that conversation is fetching', async () => {
    const chat = await opened();
    answer('GET /conversations/:id', conversation('c1'));
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    let release: () => void = () => undefined;
    const reads = answer('GET /messages/conversations/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return page(1, 3);
    });
    chat.store.dispatch(conversationOpened({ id: 'c1' }));
    await waitFor(() => expect(chat.thread()?.fetching).toBe(true));
    chat.store.dispatch(conversationOpened({ id: 'c1' }));
    await waitFor(() => expect(reads).toHaveLength(1));
    release();
    await waitFor(() => expect(chat.thread()).toMatchObject({ fetching: false, isRead: true }));
    expect(reads).toHaveLength(1);
  });
});

describe('messages', () => {
  test('a first load stores them in reversed order', async () => {
    const { thread } = await reading(page(1, 3));
    expect(seqs(thread())).toEqual([1, 2, 3]);
    expect(thread()).toMatchObject({ total: 3, fetching: false, isLoadMore: false, nextCursor: null });
  });

  test('loading more prepends older ones in reversed order, from where the held ones begin', async () => {
    const { store, thread } = await reading();
    const reads = answer('GET /messages/conversations/:id', page(1, 25, 50));
    store.dispatch(olderAsked('c1'));
    await waitFor(() => expect(seqs(thread())).toEqual(Array.from({ length: 50 }, (_, index) => index + 1)));
    expect(Object.fromEntries(reads[0]?.query ?? [])).toEqual({ limit: '25', cursor: '26' });
    expect(thread()).toMatchObject({ fetching: false, isLoadMore: true });
  });

  test("a load that fails says 'Error occurred, please try again later' and keeps what is there", async () => {
    const { store, thread } = await reading();
    cutOff('GET /messages/conversations/:id');
    store.dispatch(olderAsked('c1'));
    await waitFor(() => expect(thread()?.error?.message).toBe(loadFailed));
    expect(thread()).toMatchObject({ fetching: false });
    expect(seqs(thread())).toHaveLength(25);
  });

  test('a jump shows those around a message; newer ones follow until the newest', async () => {
    const { store, thread } = await reading();
    const reads = answer('GET /messages/conversations/:id', page(5, 9, 50));
    store.dispatch(aroundAsked({ id: 'c1', messageId: 'm7' }));
    await waitFor(() => expect(seqs(thread())).toEqual([5, 6, 7, 8, 9]));
    expect(reads[0]?.query.get('around')).toBe('m7');
    expect(thread()?.isDetached).toBe(true);
    const next = answer('GET /messages/conversations/:id', page(10, 50, 50));
    store.dispatch(newerAsked('c1'));
    await waitFor(() => expect(thread()?.isDetached).toBe(false));
    expect(next[0]?.query.get('after')).toBe('9');
    expect(seqs(thread()).at(-1)).toBe(50);
  });

  test('a jump is not lost behind older ones that are on their way', async () => {
    const { store, thread } = await reading();
    let release: () => void = () => undefined;
    const asked = answer('GET /messages/conversations/:id', async ({ query }) => {
      if (query.has('around')) return page(5, 9, 50);
      await new Promise<void>((resolve) => (release = resolve));
      return page(20, 25, 50);
    });
    store.dispatch(olderAsked('c1'));
    store.dispatch(aroundAsked({ id: 'c1', messageId: 'm7' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    release();
    await waitFor(() => expect(seqs(thread())).toEqual([5, 6, 7, 8, 9]));
  });

  test('clearing empties the items of one conversation', async () => {
    const { store, state, thread } = await reading();
    store.dispatch(messageReceived(message(1, { conversationId: 'c2' })));
    store.dispatch(threadCleared('c1'));
    expect(thread()?.items).toEqual([]);
    expect(state().threads.byConversation['c2']?.items).toHaveLength(1);
  });

  test('deleting is under way, then the message is gone from the list', async () => {
    const { store, state, thread } = await reading(page(1, 3));
    let release: () => void = () => undefined;
    answer('DELETE /messages/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return ownMessage(2, { isDeleted: true, text: '' });
    });
    store.dispatch(deletionAsked({ id: 'm2', conversationId: 'c1' }));
    await waitFor(() => expect(state().threads.deleteMessage.deleting).toBe(true));
    await waitFor(() => {
      release();
      expect(state().threads.deleteMessage.deleting).toBe(false);
    });
    expect(seqs(thread())).toEqual([1, 3]);
    expect(state().threads.deleteMessage).toMatchObject({ error: null, data: { _id: 'm2' } });
  });

  test('a refused deletion stores the error and takes nothing away', async () => {
    const { store, state, thread } = await reading(page(1, 3));
    refuse('DELETE /messages/:id', 'not_owner');
    store.dispatch(deletionAsked({ id: 'm2', conversationId: 'c1' }));
    await waitFor(() => expect(state().threads.deleteMessage.error?.code).toBe('not_owner'));
    expect(state().threads.deleteMessage.deleting).toBe(false);
    expect(seqs(thread())).toEqual([1, 2, 3]);
  });
});
