/** Stories of what is made whole after the connection was away. */
import { waitFor } from '@testing-library/react';
import { answer, cutOff } from '../../../../../tests/kit/screens/fake-host';
import { conversation, message, page, reading, startTestChats } from '../../../../../tests/support/conversations';
import { aroundAsked, conversationsAsked, newerAsked } from '../../../messages/intents';

startTestChats();

describe('after the connection was away', () => {
  test('the open thread is made whole: what came, and what went', async () => {
    const { prove, seqs, thread, emitted } = await reading(30);
    const all = [...page(1, 140).data].filter(({ seq }) => seq !== 2 && seq !== 138);
    const asked = answer('GET /messages/conversations/:id', ({ query }) => {
      const after = query.get('after');
      if (after === null) return { data: all.filter(({ seq }) => seq > 115), total: 140, nextCursor: '116' };
      const next = all.filter(({ seq }) => seq > Number(after)).slice(-Number(query.get('limit')));
      return { data: next, total: 140, nextCursor: null };
    });
    prove();
    await waitFor(() => expect(thread()?.through).toBe(140));
    await waitFor(() => expect(seqs()).toHaveLength(139));
    expect(seqs()).not.toContain(138);
    await waitFor(() => expect(emitted('conversation/seen')).toEqual([{ conversationId: 'c1' }]));
    expect(asked.map(({ query }) => query.get('after'))).toEqual([null, '30', '130']);
  });

  test('what is said while an answer is on its way is not lost with it', async () => {
    const { prove, seqs, tell } = await reading(3);
    const asked = answer('GET /messages/conversations/:id', ({ query }) => {
      const after = query.get('after');
      if (after === null) return page(1, 5);
      // What is answered is older than what has been heard when it comes.
      if (after === '3') tell('message/created', message(7));
      return after === '3' ? page(4, 5) : page(6, 7);
    });
    tell('message/created', message(6));
    await waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]));
    prove();
    await waitFor(() => expect(asked.at(-1)?.query.get('after')).toBeNull());
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('a jump while what is missing is fetched leaves no gap among what is shown', async () => {
    const { store, tell, thread, seqs } = await reading(30);
    let release: () => void = () => undefined;
    const asked = answer('GET /messages/conversations/:id', async ({ query }) => {
      if (query.has('around')) return page(190, 210, 300);
      if (query.get('after') === '210') return page(211, 300);
      await new Promise<void>((resolve) => (release = resolve));
      return page(31, 130, 300);
    });
    tell('message/created', message(300));
    await waitFor(() => expect(asked[0]?.query.get('after')).toBe('30'));
    store.dispatch(aroundAsked({ id: 'c1', messageId: 'm200' }));
    await waitFor(() => expect(thread()?.isDetached).toBe(true));
    release();
    store.dispatch(newerAsked('c1'));
    await waitFor(() => expect(thread()?.isDetached).toBe(false));
    expect(seqs()).toEqual(Array.from({ length: 111 }, (_none, index) => 190 + index));
  });

  test('so does a jump while the newest are asked for', async () => {
    const { store, prove, thread, seqs } = await reading(30);
    let release: () => void = () => undefined;
    const asked = answer('GET /messages/conversations/:id', async ({ query }) => {
      if (query.has('around')) return page(190, 210, 300);
      await new Promise<void>((resolve) => (release = resolve));
      return page(277, 301);
    });
    prove();
    await waitFor(() => expect(asked).toHaveLength(1));
    store.dispatch(aroundAsked({ id: 'c1', messageId: 'm200' }));
    await waitFor(() => expect(thread()?.isDetached).toBe(true));
    release();
    await waitFor(() => expect(thread()?.total).toBe(301));
    expect(seqs()).toEqual(Array.from({ length: 21 }, (_none, index) => 190 + index));
  });

  test('what could not be loaded meanwhile is asked for again, and the thread on screen is the active one', async () => {
    const { store, state, prove, seqs } = await reading();
    cutOff('GET /conversations');
    store.dispatch(conversationsAsked({ filter: { isUnread: true }, more: false }));
    await waitFor(() => expect(state().conversations.error).not.toBeNull());
    expect(state().conversations.active).toBeNull();
    const asked = answer('GET /conversations', { data: [conversation('c1')], total: 1, isMore: false, nextCursor: null });
    answer('GET /conversations/:id', conversation('c1'));
    prove();
    await waitFor(() => expect(state().conversations).toMatchObject({ success: true, active: 'c1', data: ['c1'] }));
    expect(asked[0]?.query.get('isUnread')).toBe('true');
    expect(seqs()).toEqual([1, 2, 3]);
  });

  test('an answer that was overtaken changes nothing of what was spoken since', async () => {
    const { tell, row } = await reading();
    tell('message/created', message(4));
    tell('conversation/changed', conversation('c1', { lastSeq: 3, isMuted: true }));
    expect(row()).toMatchObject({ lastSeq: 4, isMuted: true, lastMessage: { text: 'text 4' } });
  });

  test('the list is as its first page is now, and what is not shown is forgotten', async () => {
    const { store, state, prove } = await reading();
    const rows = (...ids: string[]) => ({
      data: ids.map((id) => conversation(id, { isMuted: true })),
      total: ids.length,
      isMore: false,
      nextCursor: null,
    });
    answer('GET /conversations', rows('c1', 'c2'));
    store.dispatch(conversationsAsked({ filter: {}, more: false }));
    await waitFor(() => expect(state().conversations.success).toBe(true));
    answer('GET /conversations', rows('c5', 'c2'));
    prove();
    await waitFor(() => expect(state().conversations.data).toEqual(['c5', 'c2', 'c1']));
    expect(state().conversations.active).toBe('c1');
    expect(Object.keys(state().threads.byConversation)).toEqual(['c1']);
  });
});
