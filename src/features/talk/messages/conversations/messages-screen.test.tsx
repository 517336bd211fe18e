/** The list of conversations: recipients, last messages, unread counts; searching it, and starting a conversation. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { socketStatusChanged } from '@web/session/store/socket.slice';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../../tests/kit/fixtures/cards';
import { ada, conversation, finn, message } from '../../../../../tests/kit/fixtures/chats';
import { fanList } from '../../../../../tests/kit/fixtures/fans';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import type { Conversation } from '../store/chat';
import { MessagesScreen } from './messages-screen';
import { typingChanged } from '../store/typing.slice';

startFakeHost();
beforeEach(() => localStorage.clear());
afterEach(() => act(() => toasts.read().forEach(({ id }) => dismissToast(id))));

const list = 'GET /conversations';
const page = (data: Conversation[], nextCursor: string | null = null) => ({
  data,
  total: data.length,
  nextCursor,
  isMore: nextCursor !== null,
});
const conversationWith = (number: number, name: string, changes: Partial<Conversation> = {}) =>
  conversation({
    _id: `0198c0de-0000-7000-8000-00c00000000${String(number)}`,
    recipient: ada({ _id: `0198c0de-0000-7000-8000-00000000010${String(number)}`, name }),
    ...changes,
  });
const withLastMessage = (changes: Partial<NonNullable<Conversation['lastMessage']>>): Partial<Conversation> => {
  const { lastMessage } = conversation();
  return lastMessage === null ? {} : { lastMessage: { ...lastMessage, ...changes } };
};
const rows = async () => within(await screen.findByRole('list', { name: 'Conversations' }));
const open = (path = '/messages', user: ReturnType<typeof fan> | ReturnType<typeof performer> = fan()) =>
  renderScreen(<MessagesScreen />, { path, user });

function ToggledScreen() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button onClick={() => setShown(!isShown)}>Move</button>
      {isShown ? <MessagesScreen /> : null}
    </>
  );
}

describe('the list of conversations', () => {
  it('shows the recipient, the last message and the unread count', async () => {
    mockEndpoint(
      list,
      page([
        conversationWith(1, 'Ada', { totalNotSeenMessages: 3 }),
        conversationWith(2, 'Bea', withLastMessage({ senderId: fan()._id, text: 'Good night' })),
        conversationWith(3, 'Cleo', withLastMessage({ text: 'Message deleted!', isDeleted: true })),
        conversationWith(4, 'Dora', withLastMessage({ text: '', type: 'media', totalFiles: 2 })),
        conversationWith(5, 'Eve', { lastMessage: null, isMuted: true }),
      ]),
    );
    open();
    const shown = await rows();
    expect(shown.getByRole('link', { name: /Ada.*See you tonight.*3 new messages/s })).toHaveAttribute(
      'href',
      `/messages/${conversationWith(1, '')._id}`,
    );
    expect(shown.getByRole('link', { name: /Bea/ })).toHaveTextContent('You: Good night');
    expect(shown.getByRole('link', { name: /Cleo/ })).toHaveTextContent('Message deleted!');
    expect(shown.getByRole('link', { name: /Dora/ })).toHaveTextContent('2 photos or videos');
    expect(shown.getByRole('link', { name: /Eve.*Muted/s })).toHaveTextContent('No messages yet');
    expect(screen.getByRole('navigation', { name: 'Conversations' })).toBeInTheDocument();
  });

  it('shows the connection state', async () => {
    mockEndpoint(list, page([conversation()]));
    const { store } = open();
    await rows();
    act(() => void store.dispatch(socketStatusChanged('disconnect')));
    expect(screen.getByText('Disconnected').closest('[role="status"]')).toBeVisible();
  });

  it('shows who is typing', async () => {
    mockEndpoint(list, page([conversation()]));
    const { store } = open();
    await rows();
    act(() => void store.dispatch(typingChanged({ id: conversation()._id, isTyping: true })));
    expect(await screen.findByText('Ada is typing…')).toBeVisible();
  });

  it('loads more at the bottom', async () => {
    const requests = mockEndpoint(list, ({ query }) =>
      query.get('cursor') === 'next' ? page([conversationWith(2, 'Bea')]) : page([conversationWith(1, 'Ada')], 'next'),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: /Bea/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /Ada/ })).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  it('shows only unread ones, and an empty state when there are none', async () => {
    const requests = mockEndpoint(list, ({ query }) => (query.get('isUnread') === 'true' ? page([]) : page([conversation()])));
    open();
    await rows();
    expect(screen.queryByRole('button', { name: 'Subscribers' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Unread' }));
    expect(await screen.findByText('No matching conversations')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('link', { name: /Ada/ })).toBeVisible();
    expect(requests).toHaveLength(3);
  });

  it('lets performers filter by subscribers, or by their own lists', async () => {
    const vip = fanList({ name: 'VIP' });
    mockEndpoint('GET /performer/lists', [vip]);
    const requests = mockEndpoint(list, page([conversation({ recipient: finn() })]));
    open('/messages', performer());
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribers' }));
    await waitFor(() => expect(requests.at(-1)?.query.get('isSubscribed')).toBe('true'));
    await userEvent.click(await screen.findByRole('button', { name: 'VIP' }));
    await waitFor(() => expect(requests.at(-1)?.query.get('listId')).toBe(vip._id));
  });

  it('searches people and text', async () => {
    mockEndpoint(list, page([conversation()]));
    const requests = mockEndpoint('GET /conversations/search', page([conversationWith(2, 'Bea')]));
    open();
    await rows();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search people and messages' }), ' dress {Enter}');
    expect(await screen.findByRole('link', { name: /Bea/ })).toBeVisible();
    expect(requests[0]?.query.get('q')).toBe('dress');
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search people and messages' }));
    expect(await screen.findByRole('link', { name: /Ada/ })).toBeVisible();
  });

  it('explains how conversations start while there are none', async () => {
    mockEndpoint(list, page([]));
    mockEndpoint('GET /follows/following', { data: [], total: 0, nextCursor: null });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Start a conversation' }));
    expect(screen.getByRole('dialog', { name: 'New message' })).toBeInTheDocument();
  });

  it('is kept while other pages are visited, and only refreshed on return', async () => {
    mockEndpoint(list, ({ query }) =>
      query.get('cursor') === 'next' ? page([conversationWith(2, 'Bea')]) : page([conversationWith(1, 'Ada')], 'next'),
    );
    const { store } = renderScreen(<ToggledScreen />, { path: '/messages', user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByRole('link', { name: /Bea/ });
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    mockEndpoint(list, page([conversationWith(3, 'Cleo'), conversationWith(1, 'Ada')], 'next'));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    expect(screen.getByRole('link', { name: /Bea/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: /Cleo/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /Bea/ })).toBeVisible();
    expect(store.getState().conversations?.requesting).toBe(false);
  });

  it('can be reloaded after a failure while a conversation is open', async () => {
    const openConversation = conversation();
    mockNetworkError(list);
    mockEndpoint('GET /conversations/:id', openConversation);
    mockEndpoint('GET /messages/conversations/:id', { data: [message(1)], total: 1, nextCursor: null });
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    renderScreen(<MessagesScreen />, { path: `/messages/${openConversation._id}`, query: { id: openConversation._id }, user: fan() });
    expect(await screen.findByText('Message 1')).toBeVisible();
    const navigation = within(screen.getByRole('navigation', { name: 'Conversations' }));
    await navigation.findByText('Error occurred, please try again later');
    const requests = mockEndpoint(list, page([conversationWith(2, 'Bea'), openConversation]));
    await userEvent.click(navigation.getByRole('button', { name: 'Try again' }));
    expect(await navigation.findByRole('link', { name: /Bea/ })).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(screen.getByText('Message 1')).toBeVisible();
  });

  it('can be reloaded after a failure', async () => {
    mockNetworkError(list);
    open();
    expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
    mockEndpoint(list, page([conversation()]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Ada/ })).toBeVisible();
  });
});

describe('the dialog for a new message', () => {
  it('suggests followed performers to a fan, and finds others', async () => {
    mockEndpoint(list, page([]));
    const followed = {
      _id: message(1)._id,
      performerId: performerCardOf('Ada')._id,
      performer: performerCardOf('Ada'),
      createdAt: '2026-05-01T10:00:00.000Z',
    };
    mockEndpoint('GET /follows/following', { data: [followed], total: 1, nextCursor: null });
    mockEndpoint('GET /performers/user/search', { data: [performerCardOf('Bea')], total: 1, nextCursor: null });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'New message' }));
    const link = await screen.findByRole('link', { name: 'Message Ada' });
    expect(link).toHaveAttribute('href', `/messages?source=performer&sourceId=${performerCardOf('Ada')._id}`);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search creators' }), 'be{Enter}');
    expect(await screen.findByRole('link', { name: 'Message Bea' })).toBeVisible();
  });

  it('finds fans for a performer', async () => {
    mockEndpoint('GET /performer/lists', []);
    mockEndpoint(list, page([]));
    mockEndpoint('GET /users/search', ({ query }) => ({ data: query.get('q') === 'finn' ? [finn()] : [], total: 1, nextCursor: null }));
    open('/messages', performer());
    await userEvent.click(await screen.findByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search fans' }), 'finn{Enter}');
    expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute(
      'href',
      `/messages?source=user&sourceId=${fan()._id}`,
    );
  });
});

describe('a user who searches for their own name', () => {
  it('sees that no one else was found', async () => {
    mockEndpoint('GET /performer/lists', []);
    mockEndpoint(list, page([]));
    mockEndpoint('GET /users/search', { data: [{ ...finn(), _id: performer()._id, name: 'Ada' }], total: 1, nextCursor: null });
    open('/messages', performer());
    await userEvent.click(await screen.findByRole('button', { name: 'New message' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search fans' }), 'ada{Enter}');
    expect(await screen.findByText('No one found')).toBeVisible();
  });
});

describe('a URL that names a recipient', () => {
  const path = `/messages?source=performer&sourceId=${performer()._id}`;

  it('finds or creates the conversation, and redirects to its URL', async () => {
    mockEndpoint(list, page([]));
    mockEndpoint('GET /messages/conversations/:id', { data: [], total: 0, nextCursor: null });
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    const requests = mockEndpoint('POST /conversations', conversation());
    const { navigations } = open(path);
    await waitFor(() => expect(navigations()).toContain(`/messages/${conversation()._id}`));
    expect(requests[0]?.body).toEqual({ source: 'performer', sourceId: performer()._id });
  });

  it('closes the conversation when the page is left, so that later messages are not marked as read', async () => {
    mockEndpoint(list, page([]));
    mockEndpoint('GET /messages/conversations/:id', { data: [], total: 0, nextCursor: null });
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    mockEndpoint('POST /conversations', conversation());
    const { store, navigations, unmount } = open(path);
    await waitFor(() => expect(navigations()).toHaveLength(1));
    expect(store.getState().conversations?.shown).toBe(conversation()._id);
    unmount();
    await waitFor(() => expect(store.getState().conversations?.shown).toBeNull());
  });

  it('shows why the conversation cannot be opened', async () => {
    mockEndpoint(list, page([]));
    mockError('POST /conversations', 'blocked_by_performer');
    const { navigations } = open(path);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All messages' })).toHaveAttribute('href', '/messages');
    expect(navigations()).toEqual([]);
  });
});
