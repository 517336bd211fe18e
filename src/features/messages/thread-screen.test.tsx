/** A thread on the screen: what is said in it, what can be done about it, and writing. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type * as ReactModule from 'react';
import { dropToast, toasts } from '@web/session/toasts';
import { socketStatusChanged } from '@web/session/socket.slice';
import { dropUploads } from '@web/session/uploads';
import { readUploads } from '@web/session/upload-list';
import { DialogHost } from '@web/shell/dialog-host';
import { fan, performer } from '../../../tests/support/accounts';
import { conversation, finn, locked, message, photo } from '../../../tests/support/chats';
import { answer, cutOff, refuse, startTestHost } from '../../../tests/support/msw';
import { profileOfAda, tip } from '../../../tests/support/paying';
import { renderScreen } from '../../../tests/support/render';
import { fanKnown } from '../../../tests/support/shown-fans';
import type { Conversation, Message } from './chat';
import { messageChanged, messageReceived, seenHeard } from './threads.slice';
import { ThreadScreen } from './thread-screen';
import { typingHeard } from './typing.slice';

// The dialogs come by themselves on a real page; here they are there from the start.
jest.mock('next/dynamic', () => ({
  __esModule: true,
  default: (load: () => Promise<React.ComponentType<object>>) => {
    const { createElement, lazy, Suspense } = jest.requireActual<typeof ReactModule>('react');
    const Loaded = lazy(async () => ({ default: await load() }));
    return function Dynamic(props: object) {
      return createElement(Suspense, { fallback: null }, createElement(Loaded, props));
    };
  },
}));

startTestHost();
beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
  act(() => {
    for (const { id } of toasts.read()) dropToast(id);
    dropUploads(readUploads().map(({ id }) => id));
  });
});

const id = conversation()._id;
const thread = 'GET /messages/conversations/:id';
const page = (items: Message[], nextCursor: string | null = null) => ({ data: [...items].reverse(), total: items.length, nextCursor });

/** The host with one conversation; answers what it has heard. */
function host(items: Message[], changes: Partial<Conversation> = {}) {
  answer('GET /conversations/:id', conversation(changes));
  answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  return answer(thread, page(items));
}

const open = (user = fan() as Parameters<typeof renderScreen>[1] extends { user?: infer U } | undefined ? U : never) =>
  renderScreen(
    <>
      <ThreadScreen id={id} />
      <DialogHost />
    </>,
    { path: `/messages/${id}`, user },
  );

const own = (seq: number, changes: Partial<Message> = {}) => message(seq, { sender: finn(), ...changes });
const log = () => screen.findByRole('log', { name: 'Messages with Ada' });
const field = () => screen.findByRole('textbox', { name: 'Message' });

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
    Object.defineProperty(frame, 'scrollHeight', { configurable: true, get: () => 100 * within(frame).getAllByText(/^Message \d/).length });
    Object.defineProperty(frame, 'clientHeight', { configurable: true, value: 50 });
    frame.scrollTop = 30;
    fireEvent.scroll(frame);
    expect(await within(frame).findByText('Message 1')).toBeInTheDocument();
    expect(frame.scrollTop).toBe(230);
    expect(screen.queryByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  });

  it('offers what came meanwhile to those who read further up, and moves nothing', async () => {
    host([message(1), own(2)]);
    const { store } = open();
    const frame = await screen.findByRole('group', { name: 'Thread' });
    Object.defineProperty(frame, 'scrollHeight', { configurable: true, value: 1000 });
    Object.defineProperty(frame, 'clientHeight', { configurable: true, value: 100 });
    frame.scrollTop = 200;
    fireEvent.scroll(frame);
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

describe('photos, tips and prices', () => {
  it('opens photos over the whole screen', async () => {
    host([message(1, { type: 'media', text: '', files: [photo()] })]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Open Photo of Ada, 1 of 1' }));
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeInTheDocument();
  });

  it('says how far a file is that is being made ready', async () => {
    host([message(1, { type: 'media', text: '', files: [photo({ url: null, status: 'processing', progress: 40 })] })]);
    open();
    expect(await screen.findByText('Processing 40 %')).toBeVisible();
  });

  it('shows a tip with its words', async () => {
    host([own(1, { type: 'tip', tip: 20, text: 'For the show' })]);
    open();
    expect(await screen.findByText('Tip of 20 tokens')).toBeVisible();
    expect(screen.getByText('For the show')).toBeVisible();
  });

  it('sells a priced message to the fan, and shows it in the thread at once', async () => {
    host([locked(1, 5)]);
    answer('GET /performers/:id', profileOfAda());
    const item = message(1, { text: 'The whole of the evening', isSale: true, price: 5, isBought: true, files: [photo()] });
    const paid = answer('POST /wallet/charges/message/:id', { ...tip(5), type: 'message', targetId: item._id, balanceAfter: 95, item });
    open();
    expect(await screen.findByText('The whole of the evening begins…')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for 5.00' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlock this message' });
    expect(within(dialog).getByText('You pay 5 · Ada receives 4 · site keeps 1')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unlock for 5.00' }));
    expect(await screen.findByText('The whole of the evening')).toBeVisible();
    expect(paid[0]?.body).toEqual({ expectedPrice: 5 });
    expect(screen.queryByRole('button', { name: 'Unlock for 5.00' })).not.toBeInTheDocument();
  });

  it('takes no money while the browser is offline', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    host([locked(1, 5)]);
    open();
    expect(await screen.findByText('It can be unlocked when you are online again.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Unlock for 5.00' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Tip' })).toBeDisabled();
  });

  it('tells the performer whether what she sent was bought', async () => {
    const sold = { sender: { ...finn(), ...{ _id: performer()._id, name: 'Ada' } }, isSale: true, price: 5, files: [photo()] };
    host([message(1, { ...sold, senderId: performer()._id }), message(2, { ...sold, senderId: performer()._id, isBought: true })], {
      recipient: finn(),
    });
    refuse('GET /performer/fans/:id', 'user_not_found');
    open(performer());
    expect(await screen.findByText('5.00 · Sent, not bought')).toBeVisible();
    expect(screen.getByText('5.00 · Bought')).toBeVisible();
  });

  it('tells the performer anew what the fan spent when the fan has paid for something', async () => {
    const sold = message(1, { senderId: performer()._id, isSale: true, price: 5, files: [photo()] });
    host([sold], { recipient: finn() });
    answer('GET /performer/fans/:id', fanKnown({ totalSpent: 20 }));
    answer('GET /performer/lists', []);
    const { store } = open(performer());
    const panel = await screen.findByRole('region', { name: /^About/ });
    expect(await within(panel).findByText('20.00')).toBeVisible();
    await screen.findByText('5.00 · Sent, not bought');
    answer('GET /performer/fans/:id', fanKnown({ totalSpent: 25 }));
    act(() => void store.dispatch(messageChanged({ ...sold, isBought: true })));
    expect(await within(panel).findByText('25.00')).toBeVisible();
  });

  it('opens no dialog over the page that somebody has gone to meanwhile', async () => {
    host([message(1)]);
    let bring: () => void = () => undefined;
    const asked = answer('GET /performers/:id', async () => {
      await new Promise<void>((resolve) => (bring = resolve));
      return profileOfAda();
    });
    const { store } = renderScreen(<Visits />, { path: `/messages/${id}`, user: fan() });
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    const tipped: boolean[] = [];
    store.subscribe(() => tipped.push(store.getState().dialogs.tip.performer !== null));
    bring();
    // Another answer of the host comes after that one.
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await log();
    expect(tipped).not.toContain(true);
  });

  it('sends a tip that is told in the conversation', async () => {
    host([message(1)]);
    answer('GET /performers/:id', profileOfAda());
    const tipped = answer('POST /wallet/charges/tip/:id', tip(10));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tip Ada' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Own amount/ }), '10');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send 10 tokens' }));
    await waitFor(() => expect(tipped[0]?.body).toEqual({ price: 10, text: '', conversationId: id }));
  });
});

function Visits() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(!isThere)}>Move</button>
      {isThere ? <ThreadScreen id={id} /> : null}
    </>
  );
}

describe('what can be done about a message', () => {
  const more = (name: RegExp) => screen.findByRole('button', { name });

  it('answers it: its words stand above the composer and go along', async () => {
    host([message(1, { text: 'Do you like it?' })]);
    const sent = answer('POST /messages/conversations/:id', own(2));
    open();
    await userEvent.click(await more(/^More for the message of Ada/));
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(screen.getByText('In answer to Ada')).toBeVisible();
    await userEvent.type(await field(), 'Yes');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'Yes', replyToId: message(1)._id }));
    expect(screen.queryByText('In answer to Ada')).not.toBeInTheDocument();
  });

  it('leads from an answer to what it answers', async () => {
    host([
      message(1, { text: 'First of all' }),
      own(2, { replyTo: { _id: message(1)._id, senderId: performer()._id, text: 'First of all', isDeleted: false } }),
    ]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^In answer to/ }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${message(1)._id}`));
  });

  it('deletes an own one once that is confirmed', async () => {
    host([own(1, { text: 'A mistake' })]);
    const removed = answer('DELETE /messages/:id', own(1, { isDeleted: true }));
    open();
    await userEvent.click(await more(/^More for the message of yours/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Delete this message?' });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(removed).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('A mistake')).not.toBeInTheDocument());
  });

  it('says once why one could not be deleted, and not when a thread is opened later', async () => {
    host([own(1, { text: 'A mistake' })]);
    refuse('DELETE /messages/:id', 'internal_error', { message: 'It could not be deleted.' });
    renderScreen(<Visits />, { path: `/messages/${id}`, user: fan() });
    await userEvent.click(await more(/^More for the message of yours/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete message' }));
    const shown = await screen.findByText('It could not be deleted.');
    act(() => toasts.read().forEach(({ id: toast }) => dropToast(toast)));
    expect(shown).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText('A mistake');
    expect(toasts.read()).toEqual([]);
  });

  it('offers no deletion of what the other one wrote', async () => {
    host([message(1)]);
    open();
    await userEvent.click(await more(/^More for the message of Ada/));
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });
});

describe('writing', () => {
  it('sends the words and empties the field', async () => {
    host([message(1)]);
    const sent = answer('POST /messages/conversations/:id', ({ body }) => own(2, { text: (body as { text: string }).text }));
    open();
    await userEvent.type(await field(), ' Hello there ');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await within(await log()).findByText('Hello there')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ text: 'Hello there', expectedPrice: 0 });
    expect(await field()).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(`draft:${fan()._id}:message:${id}`)).toBeNull());
  });

  it('says why a message was not sent, and sends it again', async () => {
    host([message(1)]);
    refuse('POST /messages/conversations/:id', 'insufficient_balance');
    open();
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^Not sent\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/wallet');
    answer('POST /messages/conversations/:id', own(2, { text: 'Hello' }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument());
    expect(await within(await log()).findByText('Hello')).toBeVisible();
  });

  it('says why messages wait though the browser is online', async () => {
    host([message(1)]);
    cutOff('POST /messages/conversations/:id');
    open();
    await userEvent.type(await field(), 'One');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Not sent yet, trying again')).toBeVisible();
    await userEvent.type(await field(), 'Two');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Waits for the message above')).toBeVisible();
    expect(screen.queryByText('Waiting for connection')).not.toBeInTheDocument();
  });

  it('keeps what waits for the connection, and lets it be taken back', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    host([message(1)]);
    cutOff('POST /messages/conversations/:id');
    open();
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Waiting for connection')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Waiting for connection')).not.toBeInTheDocument());
  });

  it('keeps what was typed for the next time', async () => {
    host([message(1)]);
    const { unmount } = open();
    await userEvent.type(await field(), 'Half a sentence');
    unmount();
    open();
    await waitFor(async () => expect(await field()).toHaveValue('Half a sentence'));
  });

  it('says what a message costs and what is left after it', async () => {
    host([message(1)], { messagePrice: 2 });
    open();
    expect(await screen.findByText('Each message costs 2.00. Balance after it: 98.00.')).toBeVisible();
  });

  it('puts signs where the cursor is', async () => {
    host([message(1)]);
    open();
    await userEvent.type(await field(), 'Hi');
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    await userEvent.click(await screen.findByRole('button', { name: 'fire' }));
    expect(await field()).toHaveValue('Hi🔥');
  });

  it('is sent by Enter where there is a mouse, and goes on in a new line with Shift', async () => {
    host([message(1)]);
    const sent = answer('POST /messages/conversations/:id', own(2));
    const { matchMedia } = window;
    const asked = jest.spyOn(window, 'matchMedia');
    asked.mockImplementation((media) => Object.defineProperty(matchMedia(media), 'matches', { value: media.includes('fine') }));
    open();
    await waitFor(async () => expect(await field()).toHaveFocus());
    await userEvent.type(await field(), 'One{Shift>}{Enter}{/Shift}Two{Enter}');
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'One\nTwo' }));
  });

  it('counts when few signs are left', async () => {
    host([message(1)]);
    open();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(1900) } });
    expect(await screen.findByText('1900 / 2000')).toBeVisible();
  });

  it('sends photos with it once they are there', async () => {
    host([message(1)]);
    // jsdom cannot make addresses of files.
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    answer('POST /messages/public/file/photo', photo());
    const sent = answer('POST /messages/conversations/:id', own(2, { files: [photo()] }));
    open();
    await userEvent.upload(
      await screen.findByLabelText('Choose photos and videos'),
      new File(['picture'], 'me.png', { type: 'image/png' }),
    );
    expect(await screen.findByRole('list', { name: 'Files of the message' })).toHaveTextContent('me.png');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ fileIds: [photo()._id] }));
    expect(screen.queryByRole('list', { name: 'Files of the message' })).not.toBeInTheDocument();
  });

  it('says what a performer receives of a price, which needs a file', async () => {
    host([message(1, { sender: finn() })], { recipient: finn() });
    refuse('GET /performer/fans/:id', 'user_not_found');
    open(performer());
    await userEvent.type(await field(), 'For you');
    await userEvent.click(screen.getByRole('button', { name: 'Set price' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Price in tokens' }), '5');
    expect(screen.getByText('You receive 4 · site keeps 1')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/only files can have a price/)).toHaveAttribute('role', 'alert');
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
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Block Ada' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Block Ada?' });
    expect(dialog).toHaveTextContent('Neither of you can write here any more');
    answer('GET /conversations/:id', conversation({ canWrite: false, isBlocked: true, isBlockedByMe: true }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block Ada' }));
    expect(await screen.findByText(/^You have blocked Ada/)).toBeVisible();
    expect(blocked[0]?.body).toEqual({ targetId: performer()._id });
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
