/** A thread on the screen: what is said in it, its head, and where one may not write. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endpointKeyText } from '@web/services/use-endpoint';
import { socketStatusChanged } from '@web/session/store/socket.slice';
import { fan, performer } from '../../../../../tests/kit/answers/accounts';
import { conversation, message } from '../../../../../tests/kit/answers/chats';
import { answer, cutOff, refuse } from '../../../../../tests/kit/screens/fake-host';
import { pageOf, profileOfAda } from '../../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { scrollTo, sizeFrame } from '../../../../../tests/support/scroll';
import { field, host, id, log, open, own, page, thread, startTestThreads } from '../../../../../tests/support/threads';
import { conversationRead } from '../../../messages/reads';
import { ThreadScreen } from './thread-screen';
import { messageReceived, seenHeard } from '../store/threads.slice';
import { typingHeard } from '../../../messages/typing.slice';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));

startTestThreads();

describe('the title of a page', () => {
  const title = () => screen.getByRole('heading', { level: 1 });

  it('is there with the first render, as the server has read it, and keeps the focus when the thread comes', async () => {
    host([message(1)]);
    const fallback = { [endpointKeyText('GET /conversations/:id', conversationRead(id))]: conversation() };
    renderScreen(<ThreadScreen id={id} />, { user: fan(), path: `/messages/${id}`, fallback });
    expect(title()).toHaveTextContent(/^Ada$/);
    title().focus();
    await log();
    expect(title()).toHaveTextContent(/^Ada$/);
    await waitFor(() => expect(title()).toHaveFocus());
  });

  it('is there too where the server has read nothing, and where there is no such conversation', async () => {
    refuse('GET /conversations/:id', 'conversation_not_found');
    refuse(thread, 'conversation_not_found');
    refuse('POST /messages/read-all/:id', 'conversation_not_found');
    open();
    expect(title()).toHaveTextContent('Messages');
    await screen.findByRole('link', { name: 'All messages' });
    expect(title()).toHaveTextContent('Messages');
  });
});

describe('a thread', () => {
  it('tells who said what and when, and how far the last own message has come', async () => {
    host([message(1, { text: 'Good evening' }), own(2, { text: 'Hello Ada' })]);
    const { store } = open();
    const said = await log();
    expect(within(said).getByText(/^Ada, May 1, 2026/)).toBeInTheDocument();
    expect(within(said).getByText('Good evening')).toBeVisible();
    expect(within(said).getByText(/^You, May 1, 2026/)).toBeInTheDocument();
    expect(screen.getByText('Sent')).toBeVisible();
    act(() => void store.dispatch(seenHeard({ id, accountId: performer()._id, seq: 2 })));
    expect(await screen.findByText('Seen')).toBeVisible();
  });

  it('separates days, and says where what is new begins', async () => {
    const next = '2026-05-02T10:00:00.000Z';
    host([message(1), message(2, { createdAt: next }), message(3, { createdAt: next })]);
    const { store } = renderScreen(<p>Elsewhere</p>, { user: fan() });
    expect(store.getState().conversations).toBeUndefined();
    answer('GET /conversations/:id', conversation({ totalNotSeenMessages: 1 }));
    open();
    expect(await screen.findByText('May 1, 2026')).toBeVisible();
    expect(screen.getByText('May 2, 2026')).toBeVisible();
    const lines = within(await log())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines.findIndex((text) => text === 'New messages')).toBe(lines.findIndex((text) => text.includes('Message 3')) - 1);
  });

  it('makes addresses of the web links that tell the other site nothing, and nothing else', async () => {
    host([message(1, { text: 'See https://example.com/a. and javascript:alert(1) <b>bold</b>' })]);
    open();
    const link = within(await log()).getByRole('link', { name: /example.com/ });
    expect(link).toHaveAttribute('href', 'https://example.com/a');
    expect(link.getAttribute('rel')).toContain('noopener noreferrer nofollow');
    expect(within(await log()).getAllByRole('link')).toHaveLength(1);
    expect(screen.getByText(/<b>bold<\/b>/)).toBeVisible();
  });

  it('leaves out own messages that were deleted, and keeps the place of the others', async () => {
    host([message(1, { isDeleted: true, text: 'Message deleted!' }), own(2, { isDeleted: true, text: 'Message deleted!' }), own(3)]);
    open();
    expect(within(await log()).getAllByText('Message deleted!')).toHaveLength(1);
  });

  it('says politely that the other one is typing', async () => {
    host([message(1)]);
    const { store } = open();
    await log();
    act(() => void store.dispatch(typingHeard({ id, isTyping: true })));
    expect(await screen.findByText('Ada is typing…')).toHaveAttribute('aria-live', 'polite');
  });

  it('loads older messages above and leaves what is read where it is, to the pixel', async () => {
    host([]);
    answer(thread, ({ query }) => (query.get('cursor') === 'older' ? page([message(1), message(2)]) : page([message(3), own(4)], 'older')));
    open();
    const frame = await screen.findByRole('group', { name: 'Thread' });
    // Each message is 100 pixels high, and 50 of them are in view.
    sizeFrame(frame, () => 100 * within(frame).getAllByText(/^Message \d/).length, 50);
    scrollTo(frame, 150);
    scrollTo(frame, 30);
    expect(await within(frame).findByText('Message 1')).toBeInTheDocument();
    expect(frame.scrollTop).toBe(230);
    expect(screen.queryByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  });

  it('offers what came meanwhile to those who read further up, and moves nothing', async () => {
    host([message(1), own(2)]);
    const { store } = open();
    const frame = await screen.findByRole('group', { name: 'Thread' });
    sizeFrame(frame, () => 1000, 100);
    scrollTo(frame, 900);
    scrollTo(frame, 200);
    act(() => void store.dispatch(messageReceived(message(3))));
    expect(frame.scrollTop).toBe(200);
    await userEvent.click(await screen.findByRole('button', { name: '1 new message' }));
    expect(frame.scrollTop).toBe(1000);
    expect(screen.queryByRole('button', { name: '1 new message' })).not.toBeInTheDocument();
  });

  it('says what failed and loads again', async () => {
    answer('GET /conversations/:id', conversation());
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    cutOff(thread);
    open();
    // The composer is there as soon as it is known with whom.
    await field();
    expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
    answer(thread, page([message(1)]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Message 1')).toBeVisible();
  });

  it('asks again for what failed, be it a place to jump to or older messages', async () => {
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    answer('GET /conversations/:id', conversation());
    const reply = { _id: message(3)._id, senderId: performer()._id, text: 'Long ago', isDeleted: false };
    answer(thread, { ...page([own(5, { replyTo: reply })], 'older'), total: 5 });
    open();
    const quote = await screen.findByRole('button', { name: /^In answer to/ });
    cutOff(thread);
    await userEvent.click(quote);
    const again = () => screen.findByRole('button', { name: 'Try again' });
    await again();
    const around = answer(thread, { ...page([message(3)], 'older'), total: 5 });
    await userEvent.click(await again());
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${message(3)._id}`));
    expect(around.map(({ query }) => query.get('around'))).toEqual([message(3)._id]);
    cutOff(thread);
    await userEvent.click(await screen.findByRole('button', { name: 'Load newer messages' }));
    await again();
    const newer = answer(thread, { ...page([message(4), own(5)]), total: 5 });
    await userEvent.click(await again());
    expect(await screen.findByText('Message 4')).toBeVisible();
    expect(newer[0]?.query.get('after')).toBe('3');
  });

  it('says what failed when nothing of the conversation came, and asks for all of it again', async () => {
    cutOff('GET /conversations/:id');
    answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
    answer(thread, page([message(1)]));
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer('GET /conversations/:id', conversation());
    await userEvent.click(again);
    expect(await screen.findByText('Message 1')).toBeVisible();
  });

  it('says that a conversation does not exist, and leads to the others', async () => {
    refuse('GET /conversations/:id', 'conversation_not_found');
    refuse('POST /messages/read-all/:id', 'conversation_not_found');
    refuse(thread, 'conversation_not_found');
    open();
    expect(await screen.findByText('This conversation does not exist.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All messages' })).toHaveAttribute('href', '/messages');
  });
});

describe('where one may not write', () => {
  it('leads in by following, with one tap', async () => {
    host([message(1)], { canWrite: false, writeNeeds: ['follow', 'subscribe'] });
    const followed = answer('POST /follows/:id', { isFollowed: true, totalFollowers: 1 });
    open();
    const button = await screen.findByRole('button', { name: 'Follow Ada' });
    answer('GET /conversations/:id', conversation());
    await userEvent.click(button);
    expect(await field()).toBeVisible();
    expect(followed).toHaveLength(1);
  });

  it('leads in by the dialog of subscribing', async () => {
    host([message(1)], { canWrite: false, writeNeeds: ['subscribe'] });
    answer('GET /performers/:id', profileOfAda());
    answer('GET /payment-cards', { data: [], total: 0, nextCursor: null });
    const { store } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(store.getState().dialogs.subscription.performer?.name).toBe('Ada'));
  });

  it('says that one has blocked the other, and takes it back', async () => {
    host([message(1)], { canWrite: false, isBlocked: true, isBlockedByMe: true });
    answer('DELETE /block/users/:id', { unblocked: true });
    open();
    const button = await screen.findByRole('button', { name: 'Unblock Ada' });
    answer('GET /conversations/:id', conversation());
    await userEvent.click(button);
    expect(await field()).toBeVisible();
  });

  it('says plainly that the other one takes no messages', async () => {
    host([message(1)], { canWrite: false, isBlocked: true });
    open();
    expect(await screen.findByText(/^Ada takes no messages from you/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
  });
});

describe('the head of a thread', () => {
  it('says how the connection stands', async () => {
    host([message(1)]);
    const { store } = open();
    await log();
    expect(screen.getByText('Connecting…').closest('[role="status"]')).toBeInTheDocument();
    act(() => void store.dispatch(socketStatusChanged('reconnecting')));
    expect(screen.getByText('Reconnecting…')).toBeVisible();
    act(() => void store.dispatch(socketStatusChanged('connected')));
    expect(screen.getByText('Connected')).toBeVisible();
  });

  it('blocks once the consequence was read', async () => {
    host([message(1)]);
    const at = '2026-05-01T10:00:00.000Z';
    const blocked = answer('POST /block/users', {
      _id: message(9)._id,
      target: conversation().recipient,
      reason: '',
      createdAt: at,
    } as never);
    answer('GET /subscriptions/user/search', pageOf());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Block Ada' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ada?' });
    expect(dialog).toHaveTextContent('Neither of you can write here any more');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Block Ada' })).toBeEnabled());
    answer('GET /conversations/:id', conversation({ canWrite: false, isBlocked: true, isBlockedByMe: true }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block Ada' }));
    expect(await screen.findByText(/^You have blocked Ada/)).toBeVisible();
    expect(blocked[0]?.body).toEqual({ targetId: performer()._id });
  });

  it('tells the performer’s side who helped her with a message, and leaves helpers nothing that is hers to decide', async () => {
    host([message(1), own(2, { by: 'Ben' })]);
    const { _id, username, name, avatar, isPerformer } = fan({ name: 'Ben' });
    const person = { _id, username, name, avatar, isPerformer, isVerified: false, isOnline: false };
    open(performer({ _id: own(2).senderId, helper: { person, rights: ['messages'] } }));
    expect(within(await log()).getByText('by Ben')).toBeVisible();
    const offered = () => screen.getAllByRole('button').map((button) => button.textContent);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(offered()).toContain('Search messages');
    await userEvent.click(screen.getByRole('button', { name: /^More for the message of yours/ }));
    expect(offered()).toContain('Copy text');
    expect(offered().filter((label) => /Block|Mute|Report|Delete/.test(label))).toEqual([]);
  });

  it('mutes the conversation', async () => {
    host([message(1)]);
    const muted = answer('PUT /conversations/:id', conversation({ isMuted: true }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
    await waitFor(() => expect(muted[0]?.body).toEqual({ isMuted: true }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('button', { name: 'Unmute' })).toBeVisible();
  });

  it('says that there are more hits than it shows', async () => {
    host([]);
    answer(thread, ({ query }) => (query.get('q') === null ? page([message(1)]) : page([message(3)], 'older')));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Search in this conversation' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Words to look for' }), 'message{Enter}');
    expect(await screen.findByText('There are older ones. More words find them.')).toBeVisible();
  });

  it('finds words in the thread and leads to where they stand', async () => {
    host([]);
    const hit = message(3, { text: 'The blue dress' });
    const asked = answer(thread, ({ query }) => {
      if (query.get('q') !== null || query.get('around') !== null) return page([hit]);
      return page([message(40)], 'older');
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Search in this conversation' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Words to look for' }), 'dress{Enter}');
    const found = await screen.findByRole('list', { name: 'Messages found' });
    await userEvent.click(await within(found).findByRole('button', { name: /The blue dress/ }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${hit._id}`));
    expect(asked.some(({ query }) => query.get('around') === hit._id)).toBe(true);
  });
});
