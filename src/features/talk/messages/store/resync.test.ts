/** The sync of conversations after a reconnect. */
import { waitFor } from '@testing-library/react';
import { mockEndpoint, mockNetworkError } from '../../../../../tests/kit/screens/fake-host';
import { conversation, message, page, openThread, startChatTests } from '../../../../../tests/kit/screens/conversations';
import { jumpRequested, conversationsRequested, newerRequested } from './intents';

startChatTests();

describe('after a reconnect', () => {
  test('the open thread is synced with new and deleted messages', async () => {
    const { authenticate, seqs, thread, emitted } = await openThread(30);
    const all = [...page(1, 140).data].filter(({ seq }) => seq !== 2 && seq !== 138);
    const requests = mockEndpoint('GET /messages/conversations/:id', ({ query }) => {
      const after = query.get('after');
      if (after === null) return { data: all.filter(({ seq }) => seq > 115), total: 140, nextCursor: '116' };
      const next = all.filter(({ seq }) => seq > Number(after)).slice(-Number(query.get('limit')));
      return { data: next, total: 140, nextCursor: null };
    });
    authenticate();
    await waitFor(() => expect(thread()?.through).toBe(140));
    await waitFor(() => expect(seqs()).toHaveLength(139));
    expect(seqs()).not.toContain(138);
    await waitFor(() => expect(emitted('conversation/seen')).toEqual([{ conversationId: 'c1' }]));
    expect(requests.map(({ query }) => query.get('after'))).toEqual([null, '30', '130']);
  });

  test('messages received during the request are kept', async () => {
    const { authenticate, seqs, receive } = await openThread(3);
    const requests = mockEndpoint('GET /messages/conversations/:id', ({ query }) => {
      const after = query.get('after');
      if (after === null) return page(1, 5);
      // The response is older than what has been received when it arrives.
      if (after === '3') receive('message/created', message(7));
      return after === '3' ? page(4, 5) : page(6, 7);
    });
    receive('message/created', message(6));
    await waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]));
    authenticate();
    await waitFor(() => expect(requests.at(-1)?.query.get('after')).toBeNull());
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('a jump while missing messages are being fetched leaves no gap', async () => {
    const { store, receive, thread, seqs } = await openThread(30);
    let release: () => void = () => undefined;
    const requests = mockEndpoint('GET /messages/conversations/:id', async ({ query }) => {
      if (query.has('around')) return page(190, 210, 300);
      if (query.get('after') === '210') return page(211, 300);
      await new Promise<void>((resolve) => (release = resolve));
      return page(31, 130, 300);
    });
    receive('message/created', message(300));
    await waitFor(() => expect(requests[0]?.query.get('after')).toBe('30'));
    store.dispatch(jumpRequested({ id: 'c1', messageId: 'm200' }));
    await waitFor(() => expect(thread()?.isDetached).toBe(true));
    release();
    store.dispatch(newerRequested('c1'));
    await waitFor(() => expect(thread()?.isDetached).toBe(false));
    expect(seqs()).toEqual(Array.from({ length: 111 }, (_none, index) => 190 + index));
  });

  test('a jump while the newest messages are being fetched leaves no gap', async () => {
    const { store, authenticate, thread, seqs } = await openThread(30);
    let release: () => void = () => undefined;
    const requests = mockEndpoint('GET /messages/conversations/:id', async ({ query }) => {
      if (query.has('around')) return page(190, 210, 300);
      await new Promise<void>((resolve) => (release = resolve));
      return page(277, 301);
    });
    authenticate();
    await waitFor(() => expect(requests).toHaveLength(1));
    store.dispatch(jumpRequested({ id: 'c1', messageId: 'm200' }));
    await waitFor(() => expect(thread()?.isDetached).toBe(true));
    release();
    await waitFor(() => expect(thread()?.total).toBe(301));
    expect(seqs()).toEqual(Array.from({ length: 21 }, (_none, index) => 190 + index));
  });

  test('what failed to load in the meantime is loaded again, and the thread on screen is the active one', async () => {
    const { store, state, authenticate, seqs } = await openThread();
    mockNetworkError('GET /conversations');
    store.dispatch(conversationsRequested({ filter: { isUnread: true }, more: false }));
    await waitFor(() => expect(state().conversations.error).not.toBeNull());
    expect(state().conversations.active).toBeNull();
    const requests = mockEndpoint('GET /conversations', { data: [conversation('c1')], total: 1, isMore: false, nextCursor: null });
    mockEndpoint('GET /conversations/:id', conversation('c1'));
    authenticate();
    await waitFor(() => expect(state().conversations).toMatchObject({ success: true, active: 'c1', data: ['c1'] }));
    expect(requests[0]?.query.get('isUnread')).toBe('true');
    expect(seqs()).toEqual([1, 2, 3]);
  });

  test('an outdated response does not revert newer messages', async () => {
    const { receive, row } = await openThread();
    receive('message/created', message(4));
    receive('conversation/changed', conversation('c1', { lastSeq: 3, isMuted: true }));
    expect(row()).toMatchObject({ lastSeq: 4, isMuted: true, lastMessage: { text: 'text 4' } });
  });

  test('the list matches its current first page, and threads that are not on screen are dropped', async () => {
    const { store, state, authenticate } = await openThread();
    const rows = (...ids: string[]) => ({
      data: ids.map((id) => conversation(id, { isMuted: true })),
      total: ids.length,
      isMore: false,
      nextCursor: null,
    });
    mockEndpoint('GET /conversations', rows('c1', 'c2'));
    store.dispatch(conversationsRequested({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.success).toBe(true));
    mockEndpoint('GET /conversations', rows('c5', 'c2'));
    authenticate();
    await waitFor(() => expect(state().conversations.data).toEqual(['c5', 'c2', 'c1']));
    expect(state().conversations.active).toBe('c1');
    expect(Object.keys(state().threads.byConversation)).toEqual(['c1']);
  });
});
