/** The list of conversations: who, what was last said, what is new; looking for some of them, and beginning one. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { socketStatusChanged } from '@web/session/store/socket.slice';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, performer } from '../../../../../tests/kit/answers/accounts';
import { card } from '../../../../../tests/kit/answers/cards';
import { ada, conversation, finn, message } from '../../../../../tests/kit/answers/chats';
import { fanList } from '../../../../../tests/kit/answers/fans';
import { answer, cutOff, refuse, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import type { Conversation } from '../store/chat';
import { MessagesScreen } from './messages-screen';
import { typingHeard } from '../../../messages/typing.slice';

startTestHost();
beforeEach(() => localStorage.clear());
afterEach(() => act(() => toasts.read().forEach(({ id }) => dropToast(id))));

const list = 'GET /conversations';
const page = (data: Conversation[], nextCursor: string | null = null) => ({
  data,
  total: data.length,
  nextCursor,
  isMore: nextCursor !== null,
});
const other = (number: number, name: string, changes: Partial<Conversation> = {}) =>
  conversation({
    _id: `0198c0de-0000-7000-8000-00c00000000${String(number)}`,
    recipient: ada({ _id: `0198c0de-0000-7000-8000-00000000010${String(number)}`, name }),
    ...changes,
  });
const said = (changes: Partial<NonNullable<Conversation['lastMessage']>>): Partial<Conversation> => {
  const { lastMessage } = conversation();
  return lastMessage === null ? {} : { lastMessage: { ...lastMessage, ...changes } };
};
const rows = async () => within(await screen.findByRole('list', { name: 'Conversations' }));
const open = (path = '/messages', user: ReturnType<typeof fan> | ReturnType<typeof performer> = fan()) =>
  renderScreen(<MessagesScreen />, { path, user });

function Visits() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(!isThere)}>Move</button>
      {isThere ? <MessagesScreen /> : null}
    </>
  );
}

describe('the list of conversations', () => {
  it('says with whom, what was last said and how much is new', async () => {
    answer(
      list,
      page([
        other(1, 'Ada', { totalNotSeenMessages: 3 }),
        other(2, 'Bea', said({ senderId: fan()._id, text: 'Good night' })),
        other(3, 'Cleo', said({ text: 'Message deleted!', isDeleted: true })),
        other(4, 'Dora', said({ text: '', type: 'media', totalFiles: 2 })),
        other(5, 'Eve', { lastMessage: null, isMuted: true }),
      ]),
    );
    open();
    const shown = await rows();
    expect(shown.getByRole('link', { name: /Ada.*See you tonight.*3 new messages/s })).toHaveAttribute(
      'href',
      `/messages/${other(1, '')._id}`,
    );
    expect(shown.getByRole('link', { name: /Bea/ })).toHaveTextContent('You: Good night');
    expect(shown.getByRole('link', { name: /Cleo/ })).toHaveTextContent('Message deleted!');
    expect(shown.getByRole('link', { name: /Dora/ })).toHaveTextContent('2 photos or videos');
    expect(shown.getByRole('link', { name: /Eve.*Muted/s })).toHaveTextContent('Nothing written yet');
    expect(screen.getByRole('navigation', { name: 'Conversations' })).toBeInTheDocument();
  });

  it('says how the connection stands', async () => {
    answer(list, page([conversation()]));
    const { store } = open();
    await rows();
    act(() => void store.dispatch(socketStatusChanged('disconnect')));
    expect(screen.getByText('Disconnected').closest('[role="status"]')).toBeVisible();
  });

  it('says who is typing', async () => {
    answer(list, page([conversation()]));
    const { store } = open();
    await rows();
    act(() => void store.dispatch(typingHeard({ id: conversation()._id, isTyping: true })));
    expect(await screen.findByText('Ada is typing…')).toBeVisible();
  });

  it('goes on below', async () => {
    const heard = answer(list, ({ query }) => (query.get('cursor') === 'next' ? page([other(2, 'Bea')]) : page([other(1, 'Ada')], 'next')));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: /Bea/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /Ada/ })).toBeVisible();
    expect(heard).toHaveLength(2);
  });

  it('shows what is unread alone, and says when nothing is', async () => {
    const heard = answer(list, ({ query }) => (query.get('isUnread') === 'true' ? page([]) : page([conversation()])));
    open();
    await rows();
    expect(screen.queryByRole('button', { name: 'Subscribers' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Unread' }));
    expect(await screen.findByText('No conversation matches')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('link', { name: /Ada/ })).toBeVisible();
    expect(heard).toHaveLength(3);
  });

  it('lets performers choose subscribers, or a list of their own', async () => {
    const vip = fanList({ name: 'VIP' });
    answer('GET /performer/lists', [vip]);
    const heard = answer(list, page([conversation({ recipient: finn() })]));
    open('/messages', performer());
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribers' }));
    await waitFor(() => expect(heard.at(-1)?.query.get('isSubscribed')).toBe('true'));
    await userEvent.click(await screen.findByRole('button', { name: 'VIP' }));
    await waitFor(() => expect(heard.at(-1)?.query.get('listId')).toBe(vip._id));
  });

  it('looks for people and words', async () => {
    answer(list, page([conversation()]));
    const heard = answer('GET /conversations/search', page([other(2, 'Bea')]));
    open();
    await rows();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search people and messages' }), ' dress {Enter}');
    expect(await screen.findByRole('link', { name: /Bea/ })).toBeVisible();
    expect(heard[0]?.query.get('q')).toBe('dress');
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search people and messages' }));
    expect(await screen.findByRole('link', { name: /Ada/ })).toBeVisible();
  });

  it('says how something gets here while there is nothing', async () => {
    answer(list, page([]));
    answer('GET /follows/following', { data: [], total: 0, nextCursor: null });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Write the first message' }));
    expect(screen.getByRole('dialog', { name: 'New message' })).toBeInTheDocument();
  });

  it('is kept while other pages are visited, and only looked through for what is new', async () => {
    answer(list, ({ query }) => (query.get('cursor') === 'next' ? page([other(2, 'Bea')]) : page([other(1, 'Ada')], 'next')));
    const { store } = renderScreen(<Visits />, { path: '/messages', user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('link', { name: /Bea/ });
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    answer(list, page([other(3, 'Cleo'), other(1, 'Ada')], 'next'));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    expect(screen.getByRole('link', { name: /Bea/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: /Cleo/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /Bea/ })).toBeVisible();
    expect(store.getState().conversations?.requesting).toBe(false);
  });

  it('can be asked for again when it did not come while a conversation is open', async () => {
    const beside = conversation();
    cutOff(list);
    answer('GET /conversations/:id', beside);
    answer('GET /messages/conversations/:id', { data: [message(1)], total: 1, nextCursor: null });
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    renderScreen(<MessagesScreen />, { path: `/messages/${beside._id}`, query: { id: beside._id }, user: fan() });
    expect(await screen.findByText('Message 1')).toBeVisible();
    const again = within(screen.getByRole('navigation', { name: 'Conversations' }));
    await again.findByText('Error occurred, please try again later');
    const asked = answer(list, page([other(2, 'Bea'), beside]));
    await userEvent.click(again.getByRole('button', { name: 'Try again' }));
    expect(await again.findByRole('link', { name: /Bea/ })).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(screen.getByText('Message 1')).toBeVisible();
  });

  it('can be asked for again when it did not come', async () => {
    cutOff(list);
    open();
    expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
    answer(list, page([conversation()]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Ada/ })).toBeVisible();
  });
});

describe('a new message', () => {
  it('offers a fan whom she follows, and finds other performers', async () => {
    answer(list, page([]));
    const followed = { _id: message(1)._id, performerId: card('Ada')._id, performer: card('Ada'), createdAt: '2026-05-01T10:00:00.000Z' };
    answer('GET /follows/following', { data: [followed], total: 1, nextCursor: null });
    answer('GET /performers/user/search', { data: [card('Bea')], total: 1, nextCursor: null });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'New message' }));
    const write = await screen.findByRole('link', { name: 'Write to Ada' });
    expect(write).toHaveAttribute('href', `/messages?source=performer&sourceId=${card('Ada')._id}`);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search performers' }), 'be{Enter}');
    expect(await screen.findByRole('link', { name: 'Write to Bea' })).toBeVisible();
  });

  it('finds fans for a performer', async () => {
    answer('GET /performer/lists', []);
    answer(list, page([]));
    answer('GET /users/search', ({ query }) => ({ data: query.get('q') === 'finn' ? [finn()] : [], total: 1, nextCursor: null }));
    open('/messages', performer());
    await userEvent.click(await screen.findByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search fans' }), 'finn{Enter}');
    expect(await screen.findByRole('link', { name: 'Write to Finn' })).toHaveAttribute(
      'href',
      `/messages?source=user&sourceId=${fan()._id}`,
    );
  });
});

describe('whoever looks for herself', () => {
  it('reads that nobody else was found', async () => {
    answer('GET /performer/lists', []);
    answer(list, page([]));
    answer('GET /users/search', { data: [{ ...finn(), _id: performer()._id, name: 'Ada' }], total: 1, nextCursor: null });
    open('/messages', performer());
    await userEvent.click(await screen.findByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search fans' }), 'ada{Enter}');
    expect(await screen.findByText('Nobody found')).toBeVisible();
  });
});

describe('an address that names somebody', () => {
  const path = `/messages?source=performer&sourceId=${performer()._id}`;

  it('finds or makes the conversation, and shows its address', async () => {
    answer(list, page([]));
    answer('GET /messages/conversations/:id', { data: [], total: 0, nextCursor: null });
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    const made = answer('POST /conversations', conversation());
    const { navigations } = open(path);
    await waitFor(() => expect(navigations()).toContain(`/messages/${conversation()._id}`));
    expect(made[0]?.body).toEqual({ source: 'performer', sourceId: performer()._id });
  });

  it('opens nothing any more once it was left: what comes in it later is not read', async () => {
    answer(list, page([]));
    answer('GET /messages/conversations/:id', { data: [], total: 0, nextCursor: null });
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    answer('POST /conversations', conversation());
    const { store, navigations, unmount } = open(path);
    await waitFor(() => expect(navigations()).toHaveLength(1));
    expect(store.getState().conversations?.shown).toBe(conversation()._id);
    unmount();
    await waitFor(() => expect(store.getState().conversations?.shown).toBeNull());
  });

  it('says why there is none', async () => {
    answer(list, page([]));
    refuse('POST /conversations', 'blocked_by_performer');
    const { navigations } = open(path);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All messages' })).toHaveAttribute('href', '/messages');
    expect(navigations()).toEqual([]);
  });
});
