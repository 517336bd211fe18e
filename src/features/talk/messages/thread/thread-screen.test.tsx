/** A thread on screen: its messages, its head, and the reasons why a user may not write. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endpointKeyText } from '@web/services/use-endpoint';
import { socketStatusChanged } from '@web/session/store/socket.slice';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { conversation, message } from '../../../../../tests/kit/fixtures/chats';
import { mockEndpoint, mockNetworkError, mockError } from '../../../../../tests/kit/screens/fake-host';
import { singlePage, profileOfAda } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { scrollTo, setScrollSizes } from '../../../../../tests/kit/screens/scroll';
import {
  findField,
  mockThread,
  conversationId,
  findLog,
  openThread,
  ownMessage,
  page,
  threadEndpoint,
  startTestThreads,
} from '../../../../../tests/kit/screens/threads';
import { conversationRequest } from './requests';
import { ThreadScreen } from './thread-screen';
import { messageReceived, readAcknowledged } from '../store/threads.slice';
import { typingChanged } from '../store/typing.slice';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));

startTestThreads();

describe('the title of a page', () => {
  const title = () => screen.getByRole('heading', { level: 1 });

  it('is server-rendered, and keeps the focus when the thread loads', async () => {
    mockThread([message(1)]);
    const fallback = { [endpointKeyText('GET /conversations/:id', conversationRequest(conversationId))]: conversation() };
    renderScreen(<ThreadScreen id={conversationId} />, { user: fan(), path: `/messages/${conversationId}`, fallback });
    expect(title()).toHaveTextContent(/^Ada$/);
    title().focus();
    await findLog();
    expect(title()).toHaveTextContent(/^Ada$/);
    await waitFor(() => expect(title()).toHaveFocus());
  });

  it('is present without data from server rendering, and when there is no such conversation', async () => {
    mockError('GET /conversations/:id', 'conversation_not_found');
    mockError(threadEndpoint, 'conversation_not_found');
    mockError('POST /messages/read-all/:id', 'conversation_not_found');
    openThread();
    expect(title()).toHaveTextContent('Messages');
    await screen.findByRole('link', { name: 'All messages' });
    expect(title()).toHaveTextContent('Messages');
  });
});

describe('a thread', () => {
  it('shows senders, texts and times, and the delivery status of the last own message', async () => {
    mockThread([message(1, { text: 'Good evening' }), ownMessage(2, { text: 'Hello Ada' })]);
    const { store } = openThread();
    const log = await findLog();
    expect(within(log).getByText(/^Ada, May 1, 2026/)).toBeInTheDocument();
    expect(within(log).getByText('Good evening')).toBeVisible();
    expect(within(log).getByText(/^You, May 1, 2026/)).toBeInTheDocument();
    expect(screen.getByText('Sent')).toBeVisible();
    act(() => void store.dispatch(readAcknowledged({ id: conversationId, accountId: performer()._id, seq: 2 })));
    expect(await screen.findByText('Seen')).toBeVisible();
  });

  it('separates days, and shows where new messages begin', async () => {
    const next = '2026-05-02T10:00:00.000Z';
    mockThread([message(1), message(2, { createdAt: next }), message(3, { createdAt: next })]);
    const { store } = renderScreen(<p>Elsewhere</p>, { user: fan() });
    expect(store.getState().conversations).toBeUndefined();
    mockEndpoint('GET /conversations/:id', conversation({ totalNotSeenMessages: 1 }));
    openThread();
    expect(await screen.findByText('May 1, 2026')).toBeVisible();
    expect(screen.getByText('May 2, 2026')).toBeVisible();
    const lines = within(await findLog())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines.findIndex((text) => text === 'New messages')).toBe(lines.findIndex((text) => text.includes('Message 3')) - 1);
  });

  it('turns web addresses, and nothing else, into links without a referrer', async () => {
    mockThread([message(1, { text: 'See https://example.com/a. and javascript:alert(1) <b>bold</b>' })]);
    openThread();
    const link = await within(await findLog()).findByRole('link', { name: /example.com/ });
    expect(link).toHaveAttribute('href', 'https://example.com/a');
    expect(link.getAttribute('rel')).toContain('noopener noreferrer nofollow');
    expect(within(await findLog()).getAllByRole('link')).toHaveLength(1);
    expect(screen.getByText(/<b>bold<\/b>/)).toBeVisible();
  });

  it("hides one's own deleted messages, and shows a placeholder for those of others", async () => {
    mockThread([
      message(1, { isDeleted: true, text: 'Message deleted!' }),
      ownMessage(2, { isDeleted: true, text: 'Message deleted!' }),
      ownMessage(3),
    ]);
    openThread();
    expect(within(await findLog()).getAllByText('Message deleted!')).toHaveLength(1);
  });

  it('announces politely that the other participant is typing', async () => {
    mockThread([message(1)]);
    const { store } = openThread();
    await findLog();
    act(() => void store.dispatch(typingChanged({ id: conversationId, isTyping: true })));
    expect(await screen.findByText('Ada is typing…')).toHaveAttribute('aria-live', 'polite');
  });

  it('loads older messages above without moving the reading position by a pixel', async () => {
    mockThread([]);
    mockEndpoint(threadEndpoint, ({ query }) =>
      query.get('cursor') === 'older' ? page([message(1), message(2)]) : page([message(3), ownMessage(4)], 'older'),
    );
    openThread();
    const scroller = await screen.findByRole('group', { name: 'Thread' });
    // Each message is 100 pixels high, and 50 of them are in view.
    setScrollSizes(scroller, () => 100 * within(scroller).getAllByText(/^Message \d/).length, 50);
    scrollTo(scroller, 150);
    scrollTo(scroller, 30);
    expect(await within(scroller).findByText('Message 1')).toBeInTheDocument();
    expect(scroller.scrollTop).toBe(230);
    expect(screen.queryByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  });

  it('offers new messages to a user who reads further up, without moving anything', async () => {
    mockThread([message(1), ownMessage(2)]);
    const { store } = openThread();
    const scroller = await screen.findByRole('group', { name: 'Thread' });
    setScrollSizes(scroller, () => 1000, 100);
    scrollTo(scroller, 900);
    scrollTo(scroller, 200);
    act(() => void store.dispatch(messageReceived(message(3))));
    expect(scroller.scrollTop).toBe(200);
    await userEvent.click(await screen.findByRole('button', { name: '1 new message' }));
    expect(scroller.scrollTop).toBe(1000);
    expect(screen.queryByRole('button', { name: '1 new message' })).not.toBeInTheDocument();
  });

  it('shows an error and loads again', async () => {
    mockEndpoint('GET /conversations/:id', conversation());
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    mockNetworkError(threadEndpoint);
    openThread();
    // The composer appears as soon as the recipient is loaded.
    await findField();
    expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
    mockEndpoint(threadEndpoint, page([message(1)]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Message 1')).toBeVisible();
  });

  it('retries what failed: the jump to a message, or newer messages', async () => {
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    mockEndpoint('GET /conversations/:id', conversation());
    const reply = { _id: message(3)._id, senderId: performer()._id, text: 'Long ago', isDeleted: false };
    mockEndpoint(threadEndpoint, { ...page([ownMessage(5, { replyTo: reply })], 'older'), total: 5 });
    openThread();
    const quote = await screen.findByRole('button', { name: /^In reply to/ });
    mockNetworkError(threadEndpoint);
    await userEvent.click(quote);
    const findRetryButton = () => screen.findByRole('button', { name: 'Try again' });
    await findRetryButton();
    const around = mockEndpoint(threadEndpoint, { ...page([message(3)], 'older'), total: 5 });
    await userEvent.click(await findRetryButton());
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${message(3)._id}`));
    expect(around.map(({ query }) => query.get('around'))).toEqual([message(3)._id]);
    mockNetworkError(threadEndpoint);
    await userEvent.click(await screen.findByRole('button', { name: 'Load newer messages' }));
    await findRetryButton();
    const newer = mockEndpoint(threadEndpoint, { ...page([message(4), ownMessage(5)]), total: 5 });
    await userEvent.click(await findRetryButton());
    expect(await screen.findByText('Message 4')).toBeVisible();
    expect(newer[0]?.query.get('after')).toBe('3');
  });

  it('shows an error when nothing of the conversation loaded, and retries all of it', async () => {
    mockNetworkError('GET /conversations/:id');
    mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    mockEndpoint(threadEndpoint, page([message(1)]));
    openThread();
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    mockEndpoint('GET /conversations/:id', conversation());
    await userEvent.click(retryButton);
    expect(await screen.findByText('Message 1')).toBeVisible();
  });

  it('shows that a conversation does not exist, and links to the others', async () => {
    mockError('GET /conversations/:id', 'conversation_not_found');
    mockError('POST /messages/read-all/:id', 'conversation_not_found');
    mockError(threadEndpoint, 'conversation_not_found');
    openThread();
    expect(await screen.findByText('This conversation doesn’t exist.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All messages' })).toHaveAttribute('href', '/messages');
  });
});

describe('where the user may not write', () => {
  it('offers to follow, with one tap', async () => {
    mockThread([message(1)], { canWrite: false, writeNeeds: ['follow', 'subscribe'] });
    const followed = mockEndpoint('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    openThread();
    const button = await screen.findByRole('button', { name: 'Follow Ada' });
    mockEndpoint('GET /conversations/:id', conversation());
    await userEvent.click(button);
    expect(await findField()).toBeVisible();
    expect(followed).toHaveLength(1);
  });

  it('offers to subscribe, in the dialog', async () => {
    mockThread([message(1)], { canWrite: false, writeNeeds: ['subscribe'] });
    mockEndpoint('GET /performers/:id', profileOfAda());
    mockEndpoint('GET /payment-cards', { data: [], total: 0, nextCursor: null });
    const { store } = openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(store.getState().dialogs.subscription.performer?.name).toBe('Ada'));
  });

  it('shows which side blocked the other, and unblocks', async () => {
    mockThread([message(1)], { canWrite: false, isBlocked: true, isBlockedByMe: true });
    mockEndpoint('DELETE /block/users/:id', { unblocked: true });
    openThread();
    const button = await screen.findByRole('button', { name: 'Unblock Ada' });
    mockEndpoint('GET /conversations/:id', conversation());
    await userEvent.click(button);
    expect(await findField()).toBeVisible();
  });

  it('shows that the other person does not accept messages', async () => {
    mockThread([message(1)], { canWrite: false, isBlocked: true });
    openThread();
    expect(await screen.findByText(/^Ada doesn’t accept messages from you/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
  });
});

describe('the head of a thread', () => {
  it('shows the connection state while there is no connection', async () => {
    mockThread([message(1)]);
    const { store } = openThread();
    await findLog();
    expect(screen.getByText('Connecting…').closest('[role="status"]')).toBeInTheDocument();
    act(() => void store.dispatch(socketStatusChanged('reconnecting')));
    expect(screen.getByText('Reconnecting…')).toBeVisible();
    act(() => void store.dispatch(socketStatusChanged('connected')));
    expect(screen.queryByText('Reconnecting…')).not.toBeInTheDocument();
  });

  it('blocks after showing the consequence', async () => {
    mockThread([message(1)]);
    const at = '2026-05-01T10:00:00.000Z';
    const blocked = mockEndpoint('POST /block/users', {
      _id: message(9)._id,
      target: conversation().recipient,
      reason: '',
      createdAt: at,
    } as never);
    mockEndpoint('GET /subscriptions/user/search', singlePage());
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Block Ada' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ada?' });
    expect(dialog).toHaveTextContent('You won’t be able to message each other');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Block Ada' })).toBeEnabled());
    mockEndpoint('GET /conversations/:id', conversation({ canWrite: false, isBlocked: true, isBlockedByMe: true }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block Ada' }));
    expect(await screen.findByText(/^You’ve blocked Ada/)).toBeVisible();
    expect(blocked[0]?.body).toEqual({ targetId: performer()._id });
  });

  it('shows the performer’s side which delegate sent a message, and hides block, mute, report and delete from delegates', async () => {
    mockThread([message(1), ownMessage(2, { by: 'Ben' })]);
    const { _id, username, name, avatar, isPerformer } = fan({ name: 'Ben' });
    const person = { _id, username, name, avatar, isPerformer, isVerified: false, isOnline: false };
    openThread(performer({ _id: ownMessage(2).senderId, helper: { person, rights: ['messages'] } }));
    expect(within(await findLog()).getByText('by Ben')).toBeVisible();
    const offered = () => screen.getAllByRole('button').map((button) => button.textContent);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(offered()).toContain('Search messages');
    await userEvent.click(screen.getByRole('button', { name: /^Actions for message from you/ }));
    expect(offered()).toContain('Copy text');
    expect(offered().filter((label) => /Block|Mute|Report|Delete/.test(label))).toEqual([]);
  });

  it('mutes the conversation', async () => {
    mockThread([message(1)]);
    const muted = mockEndpoint('PUT /conversations/:id', conversation({ isMuted: true }));
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
    await waitFor(() => expect(muted[0]?.body).toEqual({ isMuted: true }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('button', { name: 'Unmute' })).toBeVisible();
  });

  it('shows that there are more results than displayed', async () => {
    mockThread([]);
    mockEndpoint(threadEndpoint, ({ query }) => (query.get('q') === null ? page([message(1)]) : page([message(3)], 'older')));
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Search in this conversation' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'message{Enter}');
    expect(await screen.findByText('There are more results. Add words to narrow your search.')).toBeVisible();
  });

  it('finds text in the thread and jumps to it', async () => {
    mockThread([]);
    const hit = message(3, { text: 'The blue dress' });
    const requests = mockEndpoint(threadEndpoint, ({ query }) => {
      if (query.get('q') !== null || query.get('around') !== null) return page([hit]);
      return page([message(40)], 'older');
    });
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Search in this conversation' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'dress{Enter}');
    const found = await screen.findByRole('list', { name: 'Search results' });
    await userEvent.click(await within(found).findByRole('button', { name: /The blue dress/ }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${hit._id}`));
    expect(requests.some(({ query }) => query.get('around') === hit._id)).toBe(true);
  });
});
